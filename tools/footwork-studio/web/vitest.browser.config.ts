import { defineConfig } from "vitest/config";

/** Tests of the built page in Chromium, each with a server and a library of its own: `npm run test:browser`. */
export default defineConfig({
  test: {
    environment: "node",
    include: ["browser/**/*.test.ts"],
    // Chromium renders on the CPU and needs most of two cores; a second file fills what the first leaves while it waits.
    maxWorkers: 2,
    // What takes seconds on a quiet machine takes minutes on a busy one.
    testTimeout: 240_000,
    hookTimeout: 120_000,
    // Firefox is driven through a WebSocket, which Node.js has by itself from version 22 on.
    execArgv: ["--experimental-websocket"],
    reporters: ["verbose"],
  },
});
