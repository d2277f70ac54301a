import { createMemo, For } from "solid-js";
import type { StripTag } from "../api/types";
import { useStudio } from "../state/studio";
import { stripPath } from "../ui/strip";

/** The maximum number of drawn tags. They are drawn in the order of the vocabulary. */
const MAX_TAGS = 6;
const COLUMNS = 100;

/** The approximate places of a clip's tags, one thin line for each tag. */
export function TagStrip(props: { tags: readonly StripTag[] }) {
  const studio = useStudio();
  const shown = createMemo(() => {
    const places = new Map([...studio.tags().keys()].map((name, place) => [name, place]));
    const placeOf = (tag: string) => places.get(tag) ?? places.size;
    return [...props.tags].sort((a, b) => placeOf(a.tag) - placeOf(b.tag)).slice(0, MAX_TAGS);
  });
  return (
    <svg
      class="tag-strip"
      viewBox={`0 0 ${COLUMNS} ${MAX_TAGS}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <For each={shown()}>
        {({ tag, ranges }, place) => (
          <path
            fill={studio.colour(tag)}
            transform={`translate(0 ${place()})`}
            d={stripPath(ranges, COLUMNS, COLUMNS)}
          />
        )}
      </For>
    </svg>
  );
}
