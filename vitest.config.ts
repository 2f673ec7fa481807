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
    // Without it one core is left to vitest itself, which on two is half of them; many tests wait for processes anyway.
    maxWorkers: "100%",
    testTimeout: 30_000,
    hookTimeout: 30_000,
    sequence: { shuffle: true },
  },
});
