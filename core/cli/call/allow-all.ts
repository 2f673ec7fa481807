import type { Host } from "../../dispatch/host.ts";

/**
 * A host that approves whatever it is asked: `--yes`, said by the person in advance.
 *
 * @param questions - answers what tools ask the person; null where nobody can
 */
export function allowAll(questions: Host | null): Host {
  return {
    name: "yes",
    canAsk: true,
    approve: ({ id, binding }) => Promise.resolve({ kind: "allow_once", id, binding }),
    answer: (question, signal) =>
      questions?.canAsk === true
        ? questions.answer(question, signal)
        : Promise.resolve({ status: "no_host" }),
  };
}
