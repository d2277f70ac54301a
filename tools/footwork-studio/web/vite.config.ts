import solid from "vite-plugin-solid";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [solid()],
  base: "./",
  build: {
    outDir: "dist",
    target: "es2023",
    chunkSizeWarningLimit: 900,
    // No inline data: the server's Content-Security-Policy allows scripts and styles of its own only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The terms of what is inside go wherever the page goes.
    license: { fileName: "THIRD-PARTY-NOTICES.txt" },
  },
  test: {
    environment: "node",
    include: ["src/**/*.test.ts"],
  },
});
