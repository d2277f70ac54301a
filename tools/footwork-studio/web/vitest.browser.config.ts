import { defineConfig } from "vitest/config";

/** Tests of the built page in Chromium, each with a server and a library of its own: `npm run test:browser`. */
export default defineConfig({
  test: {
    environment: "node",
    include: ["browser/**/*.test.ts"],
    // Chromium draws without a graphics card here, and takes the cores for itself.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["verbose"],
  },
});
