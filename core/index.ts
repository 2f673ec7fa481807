/** The public API. */
export * from "./contract/index.ts";
