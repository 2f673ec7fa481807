#!/usr/bin/env node
import { openOutput } from "./output/output.ts";
import { runCommandLine } from "./run.ts";

const out = openOutput(process.stdout, process.env);
const err = openOutput(process.stderr, process.env);
let code: number = await runCommandLine(process.argv.slice(2), { env: process.env, out, err });
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
