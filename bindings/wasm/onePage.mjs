// Writes pages of one file, which open without a server: the script, the style and the data are inside.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** Returns a file for the data of a page: compressed by gzip, in base64. `playground/packed.ts` reads it. */
export const packed = (path) => gzipSync(readFileSync(path), { level: 9 }).toString("base64");

/** Builds the page of a folder into `dist`, with a style and data. */
export async function writePage(name, style, data) {
  const folder = fileURLToPath(new URL(`${name}/`, import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [`${folder}page.ts`],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    define: { "import.meta.url": '"file:///"' },
  });
  const html = readFileSync(`${folder}page.html`, "utf8")
    .replace("/* style */", () => style)
    .replace("{/* data */}", () => JSON.stringify(data).replaceAll("<", "\\u003c"))
    .replace("/* script */", () => outputFiles[0].text.replaceAll("</script", "<\\/script"));
  writeFileSync(fileURLToPath(new URL(`dist/${name}.html`, import.meta.url)), html);
}
