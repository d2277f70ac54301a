import { defineConfig } from "vitest/config";

/** Tests of the built page in Chromium, each with a server and a library of its own: `npm run test:browser`. */
export default defineConfig({
  test: {
    environment: "node",
    include: ["browser/**/*.test.ts"],
    // Chromium renders on the CPU. On two cores three files at once take a fifth less time than two, whose waiting they fill.
    maxWorkers: 3,
    // What takes seconds on a quiet machine takes minutes on a busy one.
    testTimeout: 240_000,
    hookTimeout: 120_000,
    // A browser on a machine that others share is late at times. What then passes is named as such, here and at the end of `.ci/run`.
    retry: process.env.CI ? 1 : 0,
    // Firefox is driven through a WebSocket, which Node.js has by itself from version 22 on.
    execArgv: ["--experimental-websocket"],
    reporters: ["verbose"],
  },
});
