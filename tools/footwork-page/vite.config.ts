import solid from "vite-plugin-solid";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [solid()],
  base: "./",
  build: {
    outDir: "dist",
    target: "es2023",
    chunkSizeWarningLimit: 900,
    // No inline data: the server's Content-Security-Policy allows only scripts and styles from the server.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Ship the licences of bundled packages with the page.
    license: { fileName: "THIRD-PARTY-NOTICES.txt" },
  },
  test: {
    environment: "node",
    include: ["src/**/*.test.ts"],
  },
});
