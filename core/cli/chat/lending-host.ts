import type { Host } from "../../dispatch/host.ts";
import type { LineInput } from "./line-input.ts";

/** A host that asks where the conversation reads: the input is left to it for as long as a question is open. */
export function lendingHost(host: Host, input: LineInput): Host {
  const borrow = async <T>(work: () => Promise<T>): Promise<T> => {
    input.suspend();
    try {
      return await work();
    } finally {
      input.resume();
    }
  };
  return {
    name: host.name,
    get canAsk() {
      return host.canAsk;
    },
    approve: (request, signal) => borrow(() => host.approve(request, signal)),
    answer: (question, signal) => borrow(() => host.answer(question, signal)),
  };
}
