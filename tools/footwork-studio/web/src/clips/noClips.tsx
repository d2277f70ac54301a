import { Match, Switch } from "solid-js";
import { useStudio } from "../state/studio";

/** Explains why the list is empty, and how to fill it. */
export function NoClips(props: { isFiltered: boolean; isOfMatches: boolean; showAll(): void }) {
  const studio = useStudio();
  return (
    <div class="empty">
      <Switch
        fallback={
          <>
            <h2>No clips here yet</h2>
            <p>
              Put motion files (<code>.bvh</code>, <code>.glb</code>, <code>.gltf</code>,{" "}
              <code>.fbx</code> or DeepMimic <code>.txt</code>) into{" "}
              <code>{studio.library()?.root ?? "the library's folder"}</code>. They appear here
              automatically.
            </p>
          </>
        }
      >
        <Match when={studio.library() === undefined && studio.clips().length === 0}>
          <p>{studio.lost() ?? studio.failure()?.message ?? "Reading the library…"}</p>
        </Match>
        <Match when={studio.clips().length > 0 && (props.isFiltered || props.isOfMatches)}>
          <h2>Nothing to show</h2>
          <p>
            {props.isOfMatches && !props.isFiltered
              ? "The query has no matches."
              : props.isOfMatches
                ? "No clip with a match has these words in its name."
                : "No clip has these words in its name."}
          </p>
          <button type="button" onClick={() => props.showAll()}>
            Show all clips
          </button>
        </Match>
      </Switch>
    </div>
  );
}
