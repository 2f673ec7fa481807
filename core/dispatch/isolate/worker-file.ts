/**
 * The compiled entry of a worker. A worker runs what Node can run by itself, so when this is run from the sources (tests
 * do), the entry is the one of the last build.
 */
export function workerFile(): URL {
  return import.meta.url.endsWith(".ts")
    ? new URL("../../../dist/dispatch/isolate/worker.js", import.meta.url)
    : new URL("./worker.js", import.meta.url);
}
