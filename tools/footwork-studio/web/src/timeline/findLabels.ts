import type { LaneLabel } from "../state/timeline";

/**
 * Returns the labels whose names contain all words of a text. Labels with a part that starts with the first word come
 * first.
 */
export function findLabels(labels: readonly LaneLabel[], text: string): LaneLabel[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = (name: string) => {
    const lower = name.toLowerCase();
    if (!words.every((word) => lower.includes(word))) return undefined;
    const first = words[0] ?? "";
    return lower.startsWith(first) ? 0 : lower.includes(`.${first}`) ? 1 : 2;
  };
  return labels
    .map((label) => ({ label, rank: rank(label.name) }))
    .filter((one): one is { label: LaneLabel; rank: number } => one.rank !== undefined)
    .sort((a, b) => a.rank - b.rank)
    .map(({ label }) => label);
}
