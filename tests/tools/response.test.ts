import { describe, expect, test } from "vitest";
import { createDispatcher } from "../../core/dispatch/dispatcher.ts";
import { openBoard } from "../../core/board/open.ts";
import { makeWorkspace } from "../support/workspace.ts";

async function respond(args: unknown) {
  const dispatcher = createDispatcher({ board: await openBoard({ root: makeWorkspace().root }) });
  const [result] = await dispatcher.run([{ id: "1", name: "response", args }]);
  await dispatcher.close();
  return result;
}

describe("response", () => {
  test.each(["The answer.", "", "  # Ü\n\n`{{x}}` 😀\n"])(
    "ends the turn with %j, unasked and unchanged",
    async (text) => {
      expect(await respond({ text })).toMatchObject({
        status: "ok",
        is_error: false,
        message: text,
        break_loop: true,
      });
    },
  );

  test.each([[{}], [{ text: 3, more: 1 }], ["not json"]])(
    "with %j is an error and ends nothing",
    async (args) => {
      expect(await respond(args)).toMatchObject({
        status: "error",
        is_error: true,
        break_loop: false,
      });
    },
  );
});
