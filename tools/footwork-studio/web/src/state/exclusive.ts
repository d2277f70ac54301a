import type { ExclusiveGroup } from "../api/types";

/** The first part of a name: a word, or a JSON string, which may contain dots. */
const FIRST_PART = /^(?:"(?:[^"\\]|\\.)*"|[^.]*)/u;

/** Returns whether one of the groups excludes two tags from the same frame. */
export function excludes(groups: readonly ExclusiveGroup[], tag: string, other: string): boolean {
  return groups.some((group) => {
    const [own, theirs] = [memberOf(group, tag), memberOf(group, other)];
    return own !== undefined && theirs !== undefined && own !== theirs;
  });
}

/**
 * Returns the member of a group that a tag counts as: the tag itself or its nearest ancestor; `undefined` for other
 * tags.
 */
function memberOf(group: ExclusiveGroup, tag: string): string | undefined {
  if (group.kind === "below") {
    const above = `${group.tag}.`;
    if (!tag.startsWith(above)) return undefined;
    const [part = ""] = FIRST_PART.exec(tag.slice(above.length)) ?? [];
    return above + part;
  }
  const above = group.tags.filter((own) => own === tag || tag.startsWith(`${own}.`));
  // All candidates are prefixes of the same name, so the nearest ancestor is the longest.
  return above.sort((a, b) => b.length - a.length)[0];
}
