import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: { pegboard: fileURLToPath(new URL("./core/index.ts", import.meta.url)) },
  },
  test: {
    include: ["tests/**/*.test.ts"],
    globalSetup: ["tests/setup/build.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    sequence: { shuffle: true },
  },
});
