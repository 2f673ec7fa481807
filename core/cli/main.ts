#!/usr/bin/env node
import { openOutput } from "./output/output.ts";
import { runCommandLine } from "./run.ts";

const out = openOutput(process.stdout, process.env);
const err = openOutput(process.stderr, process.env);
const code = await runCommandLine(process.argv.slice(2), { env: process.env, out, err });
await Promise.all([out.flush(), err.flush()]);
// A tool may have left a timer or a socket behind; what was asked for is done.
process.exit(code);
