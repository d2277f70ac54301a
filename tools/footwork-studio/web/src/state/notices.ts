import { createSignal } from "solid-js";
import type { Problem } from "../api/types";

/** A short message that disappears by itself, unless it is an error, which stays until the user closes it. */
export interface Notice {
  id: number;
  kind: "done" | "news" | "error";
  text: string;
  /** A hint, or the place of the fault. */
  detail?: string;
  action?: { title: string; run(): void };
}

const SHOWN_MS = 6000;
const MAX_NOTICES = 5;

export function createNotices() {
  const [notices, setNotices] = createSignal<readonly Notice[]>([]);
  let next = 0;
  const close = (id: number) => setNotices((all) => all.filter((notice) => notice.id !== id));
  const say = (notice: Omit<Notice, "id">) => {
    const id = next++;
    // A repeated notice moves to the end. Showing it twice would only hide more of the page.
    setNotices((all) =>
      [...all.filter((other) => !isSame(other, notice)), { ...notice, id }].slice(-MAX_NOTICES),
    );
    if (notice.kind !== "error") setTimeout(() => close(id), SHOWN_MS);
    return id;
  };
  return {
    notices,
    close,
    /** Shows a notice. Returns its id, with which it can be closed. */
    say,
    /** Shows a problem as an error, with the failed action (`what`) and a button (`action`). */
    fail(problem: Problem, { what, action }: { what?: string; action?: Notice["action"] } = {}) {
      return say({
        kind: "error",
        text: what === undefined ? problem.message : `${what}: ${problem.message}`,
        ...(problem.hint !== null && { detail: problem.hint }),
        ...(action && { action }),
      });
    },
  };
}

function isSame(a: Omit<Notice, "id">, b: Omit<Notice, "id">): boolean {
  const isSaidAlone = a.action === undefined && b.action === undefined;
  return isSaidAlone && a.kind === b.kind && a.text === b.text && a.detail === b.detail;
}

export type Notices = ReturnType<typeof createNotices>;

/** Lists the first three of many names. */
export function someOf(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(", ");
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}
