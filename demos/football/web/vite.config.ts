import { mergeConfig } from "vite";
import shared from "../../../tools/footwork-page/vite.config.ts";

/**
 * Builds one classic script. The page must work from a folder without a server, and browsers load no modules from folders.
 */
export default mergeConfig(shared, {
  plugins: [
    {
      name: "classic-script",
      enforce: "post" as const,
      transformIndexHtml: (html: string) =>
        html
          .replace('<script type="module" crossorigin', "<script defer")
          .replaceAll(' crossorigin href="', ' href="'),
    },
  ],
  worker: { format: "iife" as const },
  build: {
    modulePreload: false,
    chunkSizeWarningLimit: 6000,
    rolldownOptions: { output: { format: "iife" as const } },
  },
});
