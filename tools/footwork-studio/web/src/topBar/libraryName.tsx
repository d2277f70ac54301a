import { createEffect } from "solid-js";
import { useStudio } from "../state/studio";

/** The name of the open library, shown here and in the title of the page. */
export function LibraryName() {
  const studio = useStudio();
  const name = () => studio.library()?.name ?? "Footwork";
  createEffect(() => {
    document.title = `${name()} · Footwork`;
  });
  return (
    <h1 class="library-name" title={studio.library()?.root}>
      {name()}
    </h1>
  );
}
