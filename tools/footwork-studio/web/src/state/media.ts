import { createSignal } from "solid-js";
import type { Client } from "../api/client";
import type { MediaAnswer } from "../api/types";
import { oneAtATime } from "./oneAtATime";

/** The videos and sounds in the library, requested when first needed. */
export function createMedia(client: Pick<Client, "media">) {
  const [answer, setAnswer] = createSignal<MediaAnswer | undefined>(undefined);
  const load = oneAtATime(async () => {
    try {
      setAnswer(await client.media());
    } catch {
      // Without an answer there is nothing to choose from, and nothing to play.
    }
  });
  return {
    files: () => answer()?.files ?? [],
    /** Whether these are all of the library. */
    isComplete: () => answer()?.isComplete ?? true,
    load,
    /** The address of a file; `undefined` until the server told where its files are. */
    address(file: string): string | undefined {
      const prefix = answer()?.prefix;
      return prefix && prefix + file.split("/").map(encodeURIComponent).join("/");
    },
  };
}
