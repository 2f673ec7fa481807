/** A condition of a template as plain data. */
export type Expression =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | { readonly kind: "name"; readonly path: readonly string[] }
  | { readonly kind: "not"; readonly operand: Expression }
  | {
      readonly kind: "and" | "or" | "equal" | "unequal";
      readonly left: Expression;
      readonly right: Expression;
    };

export type ParsedExpression =
  | { readonly kind: "ok"; readonly expression: Expression }
  | { readonly kind: "error"; readonly message: string };

/** How deep parentheses and `not` may nest, and how many parts a condition may have. */
const DEEPEST = 50;
const LONGEST = 500;

const NAME = "[A-Za-z_]\\w*(?:\\.[A-Za-z_][\\w-]*)*";
const NAME_ONLY = new RegExp(`^${NAME}$`);
const TOKEN = new RegExp(
  `\\s*(?:(?<symbol>==|!=|&&|\\|\\||[!()])|"(?<double>[^"]*)"|'(?<single>[^']*)'` +
    `|(?<number>-?\\d+(?:\\.\\d+)?)(?![\\w.])|(?<word>${NAME}))\\s*`,
  "y",
);

/** `name` or `name.part`, as the parts of its path; null when `text` is neither. */
export function parseName(text: string): readonly string[] | null {
  return NAME_ONLY.test(text) ? text.split(".") : null;
}

/**
 * Parses a condition: names, `not`/`!`, `and`/`&&`, `or`/`||`, `==`, `!=`, strings, numbers, `true`, `false`, `null` and
 * parentheses. `not` binds looser than `==`, so `not a == b` asks whether they differ. Nothing is evaluated as code.
 *
 * @param text - the condition as it stands in the template, without `if`
 * @returns the condition, or what is wrong with it; never throws
 */
export function parseExpression(text: string): ParsedExpression {
  const tokens = tokenize(text);
  if (typeof tokens === "string") return { kind: "error", message: tokens };
  const cursor: Cursor = { tokens, at: 0, depth: 0 };
  const expression = parseOr(cursor);
  if (typeof expression === "string") return { kind: "error", message: expression };
  const left = tokens[cursor.at];
  return left ? { kind: "error", message: unexpected(left) } : { kind: "ok", expression };
}

/** The root names that a condition mentions. */
export function namesIn(expression: Expression): string[] {
  switch (expression.kind) {
    case "literal":
      return [];
    case "name":
      return expression.path.slice(0, 1);
    case "not":
      return namesIn(expression.operand);
    case "and":
    case "or":
    case "equal":
    case "unequal":
      return [...namesIn(expression.left), ...namesIn(expression.right)];
  }
}

/**
 * The value of a condition.
 *
 * @param lookUp - gives the value of a name, `undefined` where there is none
 */
export function evaluate(
  expression: Expression,
  lookUp: (path: readonly string[]) => unknown,
): unknown {
  switch (expression.kind) {
    case "literal":
      return expression.value;
    case "name":
      return lookUp(expression.path);
    case "not":
      return !isTruthy(evaluate(expression.operand, lookUp));
    case "and": {
      const left = evaluate(expression.left, lookUp);
      return isTruthy(left) ? evaluate(expression.right, lookUp) : left;
    }
    case "or": {
      const left = evaluate(expression.left, lookUp);
      return isTruthy(left) ? left : evaluate(expression.right, lookUp);
    }
    case "equal":
      return isSame(evaluate(expression.left, lookUp), evaluate(expression.right, lookUp));
    case "unequal":
      return !isSame(evaluate(expression.left, lookUp), evaluate(expression.right, lookUp));
  }
}

/** As a template sees it: an empty list or mapping counts as false too. */
export function isTruthy(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return Boolean(value);
  return Array.isArray(value) ? value.length > 0 : Object.keys(value).length > 0;
}

function isSame(a: unknown, b: unknown): boolean {
  return (a ?? null) === (b ?? null);
}

type Token = { readonly type: "symbol" | "string" | "number" | "word"; readonly text: string };

type Cursor = { readonly tokens: readonly Token[]; at: number; depth: number };

/** A message instead of an expression says what is wrong. */
type Parsed = Expression | string;

function tokenize(text: string): readonly Token[] | string {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text)?.groups;
    if (!found) return `can not read ${quote(text.slice(at).trim())}`;
    if (tokens.length >= LONGEST) return `a condition may have ${LONGEST} parts at most`;
    tokens.push(toToken(found));
  }
  return tokens.length > 0 ? tokens : "the condition is missing";
}

function toToken(found: Readonly<Record<string, string | undefined>>): Token {
  if (found["symbol"] !== undefined) return { type: "symbol", text: found["symbol"] };
  if (found["number"] !== undefined) return { type: "number", text: found["number"] };
  const string = found["double"] ?? found["single"];
  if (string !== undefined) return { type: "string", text: string };
  const word = found["word"] ?? "";
  const symbol = WORD_SYMBOLS.get(word);
  return symbol === undefined ? { type: "word", text: word } : { type: "symbol", text: symbol };
}

const WORD_SYMBOLS: ReadonlyMap<string, string> = new Map([
  ["not", "!"],
  ["and", "&&"],
  ["or", "||"],
]);

const WORD_LITERALS: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);

function parseOr(cursor: Cursor): Parsed {
  return parseChain(cursor, "||", "or", parseAnd);
}

function parseAnd(cursor: Cursor): Parsed {
  return parseChain(cursor, "&&", "and", parseNot);
}

function parseChain(
  cursor: Cursor,
  symbol: string,
  kind: "and" | "or",
  parsePart: (cursor: Cursor) => Parsed,
): Parsed {
  let left = parsePart(cursor);
  while (typeof left !== "string" && take(cursor, symbol)) {
    const right = parsePart(cursor);
    if (typeof right === "string") return right;
    left = { kind, left, right };
  }
  return left;
}

function parseNot(cursor: Cursor): Parsed {
  if (!take(cursor, "!")) return parseComparison(cursor);
  const operand = deeper(cursor, parseNot);
  return typeof operand === "string" ? operand : { kind: "not", operand };
}

function parseComparison(cursor: Cursor): Parsed {
  const left = parseOperand(cursor);
  if (typeof left === "string") return left;
  const kind = take(cursor, "==") ? "equal" : take(cursor, "!=") ? "unequal" : null;
  if (kind === null) return left;
  const right = parseOperand(cursor);
  return typeof right === "string" ? right : { kind, left, right };
}

function parseOperand(cursor: Cursor): Parsed {
  if (take(cursor, "(")) {
    const inner = deeper(cursor, parseOr);
    if (typeof inner === "string") return inner;
    return take(cursor, ")") ? inner : "a closing parenthesis is missing";
  }
  const token = cursor.tokens[cursor.at];
  if (!token) return "the condition ends too early";
  if (token.type === "symbol") return unexpected(token);
  cursor.at += 1;
  if (token.type === "string") return { kind: "literal", value: token.text };
  if (token.type === "number") return { kind: "literal", value: Number(token.text) };
  const literal = WORD_LITERALS.get(token.text);
  return literal === undefined
    ? { kind: "name", path: token.text.split(".") }
    : { kind: "literal", value: literal };
}

function deeper(cursor: Cursor, parse: (cursor: Cursor) => Parsed): Parsed {
  if (cursor.depth >= DEEPEST) return `nested deeper than ${DEEPEST} levels`;
  cursor.depth += 1;
  const parsed = parse(cursor);
  cursor.depth -= 1;
  return parsed;
}

function take(cursor: Cursor, symbol: string): boolean {
  const token = cursor.tokens[cursor.at];
  if (token?.type !== "symbol" || token.text !== symbol) return false;
  cursor.at += 1;
  return true;
}

function unexpected(token: Token): string {
  return `did not expect ${quote(token.text)} there`;
}

function quote(text: string): string {
  return `\`${text.length > 40 ? `${text.slice(0, 40)}…` : text}\``;
}
