import { Failed } from "pegboard";
import type { Fetched } from "./fetch.ts";

export type PageText = { readonly title: string; readonly text: string };

const TEXT =
  /^(?:text\/|application\/(?:json|xml|javascript|x-yaml|yaml|toml|.*\+(?:json|xml)$)|image\/svg\+xml$)/;
const HTML = /^(?:text\/html|application\/xhtml\+xml)$/;
/** Deeper pages are made to break readers. */
const DEEPEST = 200;

/**
 * What a person would read of a page.
 *
 * @throws Failed for what is no text
 */
export async function pageText({ bytes, type, charset }: Fetched): Promise<PageText> {
  const kind =
    type === "" ? (looksLikeText(bytes) ? "text/plain" : "application/octet-stream") : type;
  if (!TEXT.test(kind) && !HTML.test(kind)) {
    throw new Failed(`It is no text but ${kind} (${bytes.length} bytes).`);
  }
  const source = decode(bytes, charset ?? (HTML.test(kind) ? charsetIn(bytes) : null));
  return HTML.test(kind) ? fromHtml(source) : { title: "", text: source };
}

async function fromHtml(source: string): Promise<PageText> {
  const { convert } = await import("html-to-text");
  const text = convert(source, {
    wordwrap: false,
    limits: { maxDepth: DEEPEST, maxInputLength: 10_000_000 },
    selectors: [
      { selector: "img", format: "skip" },
      { selector: "nav", format: "skip" },
      { selector: "svg", format: "skip" },
      { selector: "form", format: "block" },
      {
        selector: "a",
        options: { ignoreHref: false, hideLinkHrefIfSameAsText: true, noAnchorUrl: true },
      },
      ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
      { selector: "table", format: "dataTable", options: { uppercaseHeaderCells: false } },
    ],
  });
  const title =
    /<title[^>]*>(?<title>[^<]{0,500})/i.exec(source.slice(0, 100_000))?.groups?.["title"] ?? "";
  const plain = title === "" ? "" : convert(title, { wordwrap: false });
  return {
    title: plain.replaceAll(/\s+/g, " ").trim(),
    text: text.replaceAll(/\n{3,}/g, "\n\n").trim(),
  };
}

function charsetIn(bytes: Buffer): string | null {
  const head = bytes.subarray(0, 2_048).toString("latin1");
  return /<meta[^>]+charset\s*=\s*["']?(?<name>[\w-]+)/i.exec(head)?.groups?.["name"] ?? null;
}

function decode(bytes: Buffer, label: string | null): string {
  try {
    return new TextDecoder(label ?? "utf-8").decode(bytes);
  } catch {
    // An encoding that nobody knows.
    return new TextDecoder().decode(bytes);
  }
}

function looksLikeText(bytes: Buffer): boolean {
  return !bytes.subarray(0, 1_024).includes(0);
}
