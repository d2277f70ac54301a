import { createSignal } from "solid-js";

/** A short word to the user, which goes by itself; errors stay until they are closed. */
export interface Notice {
  id: number;
  kind: "done" | "news" | "error";
  text: string;
  /** What would be right, or where it was. */
  detail?: string;
  action?: { title: string; run(): void };
}

const SHOWN_MS = 6000;
const MOST = 5;

export function createNotices() {
  const [notices, setNotices] = createSignal<readonly Notice[]>([]);
  let next = 0;
  const close = (id: number) => setNotices((all) => all.filter((notice) => notice.id !== id));
  return {
    notices,
    close,
    say(notice: Omit<Notice, "id">) {
      const id = next++;
      setNotices((all) => [...all, { ...notice, id }].slice(-MOST));
      if (notice.kind !== "error") setTimeout(() => close(id), SHOWN_MS);
    },
  };
}

export type Notices = ReturnType<typeof createNotices>;
