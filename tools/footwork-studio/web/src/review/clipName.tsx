import { createMemo } from "solid-js";
import { splitName } from "../clips/arrange";

/** A clip's name, shortened in the middle if it is too long. */
export function ClipName(props: { name: string }) {
  const parts = createMemo(() => splitName(props.name));
  return (
    <span class="review-name" title={props.name}>
      <span class="review-head">{parts().head}</span>
      <span class="review-tail">{parts().tail}</span>
    </span>
  );
}
