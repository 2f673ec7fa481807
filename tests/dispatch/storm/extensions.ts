import { Response } from "../../../core/contract/index.ts";
import type { ExtensionEntry } from "../../../core/board/board.ts";
import { extensionAt } from "../parts.ts";
import type { Random } from "./random.ts";
import { SECRET } from "./secret.ts";

const hang = (): Promise<never> => new Promise(() => {});
const fail = (): never => {
  throw new Error(SECRET);
};

/** Extensions that help, change, refuse, fail and hang, as chance has it. */
export function stormExtensions(random: Random): ExtensionEntry[] {
  const made: ExtensionEntry[] = [];
  if (random.chance(0.5)) {
    const n = random.int(0, 50);
    const act = random.pick([0, 1, 2, 3, 3, 3, 4, 5, 6]);
    made.push(
      extensionAt("tool_execute_before", "a.ts", ({ args }) => {
        if (act === 0) return hang();
        if (act === 1) return fail();
        if (act === 2) return { refuse: SECRET };
        if (act === 3) return { args: { n } };
        if (act === 4) return { args: { n: "spoiled" } };
        if (act === 5) return {} as never;
        Reflect.set(Object(args), "n", 666);
        return undefined;
      }),
    );
  }
  if (random.chance(0.3)) {
    const act = random.int(0, 3);
    made.push(
      extensionAt("tool_execute_after", "a.ts", ({ response }) => {
        if (act === 0) return hang();
        if (act === 1) return fail();
        if (act === 2) return "junk" as never;
        return new Response({ message: `${response.message} ${SECRET}` });
      }),
    );
  }
  if (random.chance(0.3)) {
    const act = random.int(0, 2);
    made.push(
      extensionAt("tool_output_update", "a.ts", ({ text }) => {
        if (act === 0) return hang();
        return act === 1 ? fail() : `${text} ${SECRET}`;
      }),
    );
  }
  if (random.chance(0.3)) {
    const act = random.int(0, 2);
    made.push(
      extensionAt("error_format", "a.ts", ({ message }) => {
        if (act === 0) return hang();
        return act === 1 ? fail() : `${SECRET} ${message}`;
      }),
    );
  }
  return made;
}
