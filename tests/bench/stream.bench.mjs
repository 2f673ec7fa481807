import { ReplyStream, readReply } from "../../dist/agent/text-protocol/index.js";
import { secretsOf } from "../../dist/dispatch/secrets/secrets.js";
import { micros, rounds } from "./measure.mjs";

export const title = "1 MB of streamed text, in chunks of 40 characters";

const SIZE = 1_000_000;
const CHUNK = 40;

export async function run({ runs }) {
  const secrets = secretsOf(
    new Map(
      Array.from({ length: 50 }, (_, at) => [
        `KEY_${at}`,
        `sk-${"0123456789abcdef".repeat(2)}-${at}`,
      ]),
    ),
  );
  const prose = "The quick brown fox jumps over the lazy dog, and sk-0123 is no key. ".repeat(
    SIZE / 68,
  );
  const request = JSON.stringify({
    tool_name: "write_file",
    tool_args: { path: "a", content: prose },
  });
  const masked = (text) => {
    const stream = secrets.stream();
    let length = 0;
    for (const chunk of chunks(text)) length += stream.push(chunk).length;
    return length + stream.end().length;
  };
  const measured = await rounds(runs, {
    mask: () => micros(() => masked(prose)),
    prose: () => micros(() => read(prose)),
    request: () => micros(() => read(request)),
    whole: () => micros(() => readReply(request, () => [])),
  });
  return [
    ms("through the masker, 50 secrets", measured.mask),
    ms("through the text protocol, prose", measured.prose),
    ms("through the text protocol, one request", measured.request),
    ms("the whole request read", measured.whole),
  ];
}

function* chunks(text) {
  for (let at = 0; at < text.length; at += CHUNK) yield text.slice(at, at + CHUNK);
}

const read = (text) => {
  const stream = new ReplyStream();
  for (const chunk of chunks(text)) stream.push(chunk);
};

const ms = (what, value) => ({ what, value: value / 1_000, unit: "ms" });
