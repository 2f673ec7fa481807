// Imported before a program that is measured: at its end it tells the most memory it held, in KB, on descriptor 3.
import { writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

if (isMainThread) process.on("exit", () => writeSync(3, String(process.resourceUsage().maxRSS)));
