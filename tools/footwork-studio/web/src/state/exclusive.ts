import type { ExclusiveGroup } from "../api/types";

/** The first part of a name: a word, or a string of JSON, which may have dots in it. */
const FIRST_PART = /^(?:"(?:[^"\\]|\\.)*"|[^.]*)/u;

/** Whether two tags may not hold for the same frame, by one of the groups. */
export function excludes(groups: readonly ExclusiveGroup[], tag: string, other: string): boolean {
  return groups.some((group) => {
    const [own, theirs] = [memberOf(group, tag), memberOf(group, other)];
    return own !== undefined && theirs !== undefined && own !== theirs;
  });
}

/** For which member of a group a tag counts: the nearest that is the tag or above it. */
function memberOf(group: ExclusiveGroup, tag: string): string | undefined {
  if (group.kind === "below") {
    const above = `${group.tag}.`;
    if (!tag.startsWith(above)) return undefined;
    const [part = ""] = FIRST_PART.exec(tag.slice(above.length)) ?? [];
    return above + part;
  }
  const above = group.tags.filter((own) => own === tag || tag.startsWith(`${own}.`));
  // All of them begin the same name, so that the nearest is the longest.
  return above.sort((a, b) => b.length - a.length)[0];
}
