import type { Readable, Writable } from "node:stream";
import { thrownText } from "../../dispatch/wording.ts";
import { QUICK_TEXT, quickAnswers } from "../../mcp/server/quick-answers.ts";
import type { QuickFacts } from "../../mcp/server/quick-answers.ts";
import { QuickWire } from "../../mcp/server/quick-wire.ts";
import type { Serving } from "./serve.ts";

/** Serves the client that started this process, until it goes. */
export async function serveOneClient(
  serving: Serving,
  { stdin, stdout }: { readonly stdin: Readable; readonly stdout: Writable },
): Promise<void> {
  const { version, secrets, report, stopped } = serving;
  // Our own text, of this very version.
  const text = await serving.text(QUICK_TEXT);
  const facts = JSON.parse(text) as QuickFacts;
  const gone = new Promise<void>((resolve) => {
    stdin.once("end", resolve);
    stdin.once("close", resolve);
    stdout.once("error", () => resolve());
  });
  const ends: Promise<() => Promise<void>>[] = [];
  const wire = new QuickWire({
    stdin,
    stdout,
    answer: quickAnswers({ facts, version, secrets }),
    wake() {
      const served = connect(serving, wire, text);
      ends.push(served);
      served.catch((error: unknown) => {
        report(thrownText(error));
        void wire.close();
      });
    },
    report,
  });
  wire.listen();
  await Promise.race([gone, stopped]);
  // As long as the client is there, it is told what has come of its calls.
  for (const end of await Promise.allSettled(ends)) {
    if (end.status === "fulfilled") await end.value();
  }
  await wire.close();
}

/** @param told - the quick facts that the client may have been told */
async function connect(
  serving: Serving,
  wire: QuickWire,
  told: string,
): Promise<() => Promise<void>> {
  const { openHub } = await import("./open-hub.ts");
  const { serveOverStdio } = await import("../../mcp/server/stdio.ts");
  const { hub, close } = await openHub(serving);
  const stop = serveOverStdio(hub, wire, serving.report);
  // What was saved between the start and now.
  if (QUICK_TEXT.make(await serving.board.open()) !== told) wire.tellToolsChanged();
  return async () => {
    await stop();
    await close();
  };
}
