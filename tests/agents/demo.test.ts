import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAgent } from "../../core/agent/agent.ts";
import type { AgentEvent } from "../../core/agent/events.ts";
import { findRecording } from "../../core/agent/models/find-recording.ts";
import { openModel } from "../../core/agent/models/open-model.ts";
import { readRecording, recordedMessages } from "../../core/agent/models/recording.ts";
import { openBoard } from "../../core/board/open.ts";
import { makeWorkspace } from "../support/workspace.ts";

const source = fileURLToPath(new URL("../../", import.meta.url));
let clone = "";

// A clone of its own, so that what the conversation writes is not written here.
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), "pegboard-demo-"));
  for (const part of ["agents", "plugins", "prompts", "tools", "usr/plugins/example"]) {
    cpSync(join(source, part), join(clone, part), { recursive: true });
  }
});

afterAll(() => rmSync(clone, { recursive: true, force: true }));

async function play(root: string): Promise<AgentEvent[]> {
  const board = await openBoard({ root });
  const model = await openModel("replay/demo", {}, { board });
  const agent = openAgent({ board, model });
  const recording = await readRecording(await findRecording("demo", board, root));
  const events: AgentEvent[] = [];
  for (const message of recordedMessages(recording)) {
    for await (const event of agent.turn(message)) events.push(event);
  }
  await agent.close();
  return events;
}

test.each([
  ["a fresh clone", () => clone],
  [
    "a workspace that was just made",
    () =>
      makeWorkspace({
        "agents/default/agent.md":
          "---\ntitle: Assistant\ndescription: Answers.\n---\nYou are an assistant.\n",
      }).root,
  ],
])(
  "the recorded conversation plays in %s: two calls at once, a mistake mended, a write denied, an answer",
  async (_where, rootOf) => {
    const root = rootOf();
    const events = await play(root);
    const results = events.flatMap((event) => (event.type === "tool_result" ? [event.result] : []));
    // The two of one reply end in whichever order; each later reply waits for what was before.
    const ends = results.map(({ tool, status }) => `${tool} ${status}`);
    expect(ends.slice(0, 2).sort()).toEqual(["find_files ok", "read_file ok"]);
    expect(ends.slice(2)).toEqual(["search_files error", "search_files ok", "write_file denied"]);
    expect(results[2]?.message).toMatch(/query/);
    expect(results[4]?.message).not.toBe("");
    expect(existsSync(join(root, "usr/notes"))).toBe(false);
    expect(events.filter(({ type }) => type === "error")).toEqual([]);
    expect(events.at(-1)).toMatchObject({ type: "turn_ended", reason: "answered", rounds: 5 });
  },
);
