// Plays turns in one session until it is killed. Says `done <n>` when the turn is over and n messages are in the store.
//   node child.mjs <workspace> <database url, or -> <session> <recording>
import { openAgent, openModel } from "../../../dist/index.js";
import { openBoard } from "../../../dist/board/open.js";
import { openStore } from "../../../dist/store/store.js";

const [root, url, session, replay] = process.argv.slice(2);
const store = openStore({ root, url: url === "-" ? undefined : url });
const board = await openBoard({ root, packageRoot: null });
const agent = openAgent({
  board,
  model: await openModel(`replay/${replay}`, {}, { board, cwd: root }),
  store: store.conversations,
  approvals: store.approvals,
  session,
});
process.stdout.write("ready\n");
void remember();
for (let turn = 1; ; turn += 1) {
  for await (const event of agent.turn(`message ${turn}`)) {
    if (event.type === "error") process.stdout.write(`error ${event.message}\n`);
    if (event.type === "turn_ended" && event.reason !== "answered") process.exit(3);
  }
  process.stdout.write(`done ${agent.messages.length}\n`);
}

/** All three entries change in one step, again and again. */
async function remember() {
  for (let version = Date.now(); ; version += 1) {
    const texts = ["a", "b", "c"].map((letter) => `${version} ${letter}`);
    await store.memory.update(session, () => ({ texts, value: null }));
  }
}
