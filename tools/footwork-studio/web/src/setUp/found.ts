import type { LibraryInfo } from "../api/types";

/** How many notes are shown: the list of findings has all. */
const MAX_NOTES = 4;

const ROLES = /^((?:left|right)_\w+|hips|pelvis|head|neck|chest|spine)\.height$/;

/** What opening the library made out about its clips: the roles of joints, and notes such as the estimated unit. */
export function found(library: Pick<LibraryInfo, "channels" | "findings"> | undefined): {
  roles: string[];
  notes: string[];
} {
  const roles = (library?.channels ?? []).flatMap((channel) => {
    const [, role] = ROLES.exec(channel) ?? [];
    return role === undefined ? [] : [role.replaceAll("_", " ")];
  });
  const findings = library?.findings ?? [];
  const notes = findings.filter(({ severity }) => severity === "note");
  return { roles, notes: notes.slice(0, MAX_NOTES).map(({ message }) => message) };
}
