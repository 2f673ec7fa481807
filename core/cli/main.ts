#!/usr/bin/env node
import { claimStreams } from "./output/claim-streams.ts";
import { openOutput } from "./output/output.ts";
import { runCommandLine } from "./run.ts";

const { env, argv } = process;
const out = openOutput(process.stdout, env);
const err = openOutput(process.stderr, env);
claimStreams(process, err);
let code: number = await runCommandLine(argv.slice(2), {
  env,
  input: () => process.stdin,
  out,
  err,
});
try {
  await out.flush();
} catch (error) {
  err.line(`error: standard output can not be written: ${String(error)}`);
  code = 2;
}
// Of what can not be told on standard error, nothing can be told.
await err.flush().catch(() => {});
// A tool may have left a timer or a socket behind; what was asked for is done.
process.exit(code);
