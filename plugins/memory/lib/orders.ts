/** What an entry must not hold: the memory is read by every later session, so it informs and never commands. */
type Order = { readonly pattern: RegExp; readonly why: string };

const WHOLE = "it tells the model to set its instructions aside";
const HIDES = "it tells the model to hide something from the person";
const ROLE = "it poses as a message of the system";
const STEALS = "it tells the model to give secrets away";

const ORDERS: readonly Order[] = [
  {
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass|do not follow|don't follow|stop following)\b(?: [\w']+){0,4}? (?:instructions?|directions?|directives?|guidelines|guardrails|system prompt|prompts|safety rules|rules (?:above|before))\b/,
    why: WHOLE,
  },
  {
    pattern:
      /\b(?:ignore|disregard|forget) (?:everything|all|anything) (?:above|before|you (?:were|have been) told)\b/,
    why: WHOLE,
  },
  {
    pattern: /\bignorier\w*(?: \S+){0,3}? (?:anweisung|anordnung|instruktion)\w*/,
    why: WHOLE,
  },
  { pattern: /\bignor\w*(?: \S+){0,3}? instru[ck]\w* (?:prec|pr[eé]c|ant)\w*/, why: WHOLE },
  {
    pattern: /(?:忽略|无视|忘记).{0,6}(?:之前|以上|前面|所有|先前).{0,6}(?:指令|指示|说明|规则)/u,
    why: WHOLE,
  },
  {
    pattern:
      /\byou are (?:now|no longer)(?: [\w']+){0,3}? (?:unrestricted|jailbroken|dan|unfiltered|bound|restricted|(?:developer|debug|god|admin|root) mode)\b/,
    why: WHOLE,
  },
  {
    pattern:
      /\b(?:do not|don't|never|without) (?:tell|telling|inform|informing|mention\w*|reveal\w*|show\w*|ask\w*|notify\w*)(?: \w+){0,4}? (?:to )?the (?:user|person|human|operator)\b/,
    why: HIDES,
  },
  { pattern: /<\|?(?:im_start|im_end|system|endoftext|start_header_id)\b/, why: ROLE },
  { pattern: /<\/?(?:system|assistant|instructions?)\s*>/, why: ROLE },
  { pattern: /\[\/?(?:system|inst)\]/, why: ROLE },
  {
    pattern: /(?:^|\n)\s*(?:#+ *)?(?:system(?: prompt| message)?|new (?:system )?instructions?) *:/,
    why: ROLE,
  },
  { pattern: /["']tool_name["']\s*:/, why: "it holds a call of a tool" },
  {
    pattern:
      /\b(?:send|post|upload|forward|e-?mail|leak|exfiltrate|copy)\b[^.\n]{0,80}\b(?:api keys?|passwords?|secrets?|credentials?|tokens?|private keys?|\.env)\b[^.\n]{0,60}(?:https?:\/\/|\bto (?:http|the (?:server|address|url)|\S+@\S+))/,
    why: STEALS,
  },
  {
    pattern:
      /\b(?:curl|wget|nc|ncat|scp|rsync)\b[^\n]{0,200}(?:\.ssh\b|\.env\b|id_rsa|\$\{?\w*(?:key|token|secret|password)\w*)/,
    why: STEALS,
  },
  {
    pattern:
      /\b(?:print|reveal|repeat|show|output) (?:me )?your (?:system prompt|hidden instructions|secrets)\b/,
    why: STEALS,
  },
];

/** Letters that look like Latin ones, so that a word written with them is read as what it looks like. */
const LOOKALIKES = new Map(
  [
    ..."аa еe оo рp сc уy хx іi ѕs јj ԁd һh ӏl ѵv αa εe ιi οo ρp νv κk τt υu".split(" ").join(""),
  ].reduce<[string, string][]>((pairs, letter, index, all) => {
    const plain = all[index + 1];
    if (index % 2 === 0 && plain !== undefined) pairs.push([letter, plain]);
    return pairs;
  }, []),
);

/** Text that no one sees: directions turned around, letters of the tag block outside a flag, long runs of nothing. */
const TURNED = /[\u202A-\u202E\u2066-\u2069]/u;
const FLAG = /\u{1F3F4}[\u{E0020}-\u{E007E}]{1,8}\u{E007F}/gu;
const TAGS = /[\u{E0000}-\u{E007F}]/u;
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
const UNSEEN_RUN = /\p{Default_Ignorable_Code_Point}{4,}/u;

/**
 * Whether a text reads like an order to the model instead of a note.
 *
 * @returns why, as the rest of a sentence; null for a text that is fine
 */
export function findOrder(text: string): string | null {
  const bare = text.replace(FLAG, "");
  if (TURNED.test(bare) || TAGS.test(bare) || UNSEEN_RUN.test(bare)) {
    return "it holds characters that hide text";
  }
  const plain = text
    .normalize("NFKC")
    .replace(UNSEEN, "")
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[^\S\n]+/g, " ");
  const oneLine = plain.replaceAll(/[\s*_`"]+/g, " ");
  const latin = [...oneLine].map((letter) => LOOKALIKES.get(letter) ?? letter).join("");
  const found = ORDERS.find(
    ({ pattern }) => pattern.test(plain) || pattern.test(oneLine) || pattern.test(latin),
  );
  return found?.why ?? null;
}
