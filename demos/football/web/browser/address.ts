import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** Returns the address of the built page, opened from its folder without a server, with options such as `humans=2`. */
export function addressOf(...options: string[]): string {
  const page = pathToFileURL(resolve("dist/index.html"));
  page.search = options.join("&");
  return page.href;
}
