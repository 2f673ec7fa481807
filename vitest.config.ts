import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const core = fileURLToPath(new URL("./core/", import.meta.url));

export default defineConfig({
  resolve: {
    alias: [{ find: /^pegboard$/, replacement: `${core}index.ts` }],
  },
  test: {
    include: ["tests/**/*.test.ts"],
    globalSetup: ["tests/setup/build.ts", "tests/setup/home.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    sequence: { shuffle: true },
  },
});
