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
      // Without a response there are no files to choose or play.
    }
  });
  return {
    files: () => answer()?.files ?? [],
    /** Whether the list is complete. */
    isComplete: () => answer()?.isComplete ?? true,
    load,
    /** The address of a file; `undefined` until the server sent the prefix. */
    address(file: string): string | undefined {
      const prefix = answer()?.prefix;
      return prefix && prefix + file.split("/").map(encodeURIComponent).join("/");
    },
  };
}
