import { defineConfig } from "vitest/config";

/** Tests of the built page in Chromium, each with its own server and library: `npm run test:browser`. */
export default defineConfig({
  test: {
    environment: "node",
    include: ["browser/**/*.test.ts"],
    // Chromium renders on the CPU. On two cores, running three files in parallel takes 20 % less time than running two,
    // because one renders while the others wait.
    maxWorkers: 3,
    // A test takes seconds on a quiet machine and minutes on a busy one.
    testTimeout: 240_000,
    hookTimeout: 120_000,
    // A browser on a shared machine is sometimes slow, so a failed test runs once more. Tests that pass only on the
    // second run are listed here and at the end of `.ci/run`.
    retry: process.env.CI ? 1 : 0,
    // The Firefox test needs a WebSocket, which Node.js has built in from version 22 on.
    execArgv: ["--experimental-websocket"],
    reporters: ["verbose"],
  },
});
