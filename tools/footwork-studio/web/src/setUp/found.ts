import type { LibraryInfo } from "../api/types";

/** The maximum number of notes shown. The list of findings has all of them. */
const MAX_NOTES = 4;

const ROLES = /^((?:left|right)_\w+|hips|pelvis|head|neck|chest|spine)\.height$/;

/** The facts found on opening the library: the roles of joints, and notes such as the estimated unit. */
export function found(library: Pick<LibraryInfo, "channels" | "findings"> | undefined): {
  roles: string[];
  /** The roles found on both sides, without the side. */
  both: string[];
  notes: string[];
} {
  const roles = (library?.channels ?? []).flatMap((channel) => {
    const [, role] = ROLES.exec(channel) ?? [];
    return role === undefined ? [] : [role.replaceAll("_", " ")];
  });
  const sided = (side: string) => (role: string) =>
    role.startsWith(`${side} `) ? [role.slice(side.length + 1)] : [];
  const rights = new Set(roles.flatMap(sided("right")));
  const both = roles.flatMap(sided("left")).filter((part) => rights.has(part));
  const isOfBoth = (role: string) =>
    both.some((part) => role === `left ${part}` || role === `right ${part}`);
  const findings = library?.findings ?? [];
  const notes = findings.filter(({ severity }) => severity === "note");
  return {
    roles: roles.filter((role) => !isOfBoth(role)),
    both,
    notes: notes.slice(0, MAX_NOTES).map(({ message }) => message),
  };
}
