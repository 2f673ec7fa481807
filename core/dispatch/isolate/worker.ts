// The entry of a worker thread.
import { parentPort, workerData } from "node:worker_threads";
import type { WorkerSetup } from "./protocol.ts";
import { serve } from "./serve.ts";

// The only one that starts this file is `IsolatedWorker`, which gives it a `WorkerSetup`.
if (parentPort !== null) serve(parentPort, workerData as WorkerSetup);
