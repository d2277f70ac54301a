import { createSignal } from "solid-js";
import type { Client } from "../api/client";
import type { MediaAnswer } from "../api/types";
import { oneAtATime } from "./oneAtATime";

/** The videos and sounds in the library. They are requested when they are first needed. */
export function createMedia(client: Pick<Client, "media">) {
  const [answer, setAnswer] = createSignal<MediaAnswer | undefined>(undefined);
  const load = oneAtATime(async () => {
    try {
      setAnswer(await client.media());
    } catch {
      // Without a response, no file can be chosen or played.
    }
  });
  return {
    files: () => answer()?.files ?? [],
    /** Whether the list has all files. */
    isComplete: () => answer()?.isComplete ?? true,
    load,
    /** Returns the address of a file; `undefined` until the server has sent the prefix. */
    address(file: string): string | undefined {
      const prefix = answer()?.prefix;
      return prefix && prefix + file.split("/").map(encodeURIComponent).join("/");
    },
  };
}
