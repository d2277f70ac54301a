import { onCleanup } from "solid-js";
import { ClipPanel } from "./clipPanel/clipPanel";
import { ClipList } from "./clips/clipList";
import { CurvePanel } from "./curve/curvePanel";
import { Encoding } from "./encoding/encoding";
import { Keys } from "./keys/keys";
import { Splitter } from "./layout/splitter";
import { Banners } from "./notices/banners";
import { Notices } from "./notices/notices";
import { BulkDialog } from "./proposals/bulkDialog";
import { proposalCommands } from "./proposals/commands";
import { ProposalGrid } from "./proposals/proposalGrid";
import { ProposalsPanel } from "./proposals/proposalsPanel";
import { QueryBox } from "./query/queryBox";
import { QueryResult } from "./query/queryResult";
import { RecordingPanel } from "./recording/recordingPanel";
import { ReferencePlayer } from "./reference/referencePlayer";
import { addCompareCommands } from "./review/compareCommands";
import { ReviewPanel } from "./review/reviewPanel";
import { SetUpDialog } from "./setUp/setUpDialog";
import { SidePanel } from "./sidePanel/sidePanel";
import { useStudio } from "./state/studio";
import { LabelTable } from "./timeline/labelTable";
import { Timeline } from "./timeline/timeline";
import { LibraryName } from "./topBar/libraryName";
import { StatusBar } from "./topBar/statusBar";
import { Transport } from "./transport/transport";
import { BesideBar } from "./view/beside/besideBar";
import { SkeletonView } from "./view/skeletonView";
import "./app.css";

/** The width of the rail that remains if the panels are closed, in pixels. */
const RAIL_PX = 34;

/** The page: clips on the left, the motion in the middle, panels on the right, the timeline below. */
export function App() {
  const studio = useStudio();
  onCleanup(studio.addCommands(proposalCommands(studio)));
  addCompareCommands(studio);
  // The style sheet follows the window until the user resizes a part.
  const isClosed = () => studio.preferences().panel === "";
  const sizes = () => {
    const chosen = { ...studio.preferences().sizes, ...(isClosed() && { side: RAIL_PX }) };
    return Object.fromEntries(
      Object.entries(chosen).map(([part, size]) => [`--${part}`, `${size}px`]),
    );
  };
  return (
    <div
      class="app"
      classList={{ away: !studio.isInTouch(), "side-closed": isClosed() }}
      style={sizes()}
    >
      <Keys />
      <header class="top-bar">
        <LibraryName />
        <QueryBox />
        <StatusBar />
      </header>
      <Banners />
      <nav class="clips" aria-label="Clips">
        <ClipList />
        <Splitter of="clips" label="Width of the clips" min={200} max={0.4} />
      </nav>
      <main class="stage">
        <SkeletonView />
        <ReferencePlayer />
        <ProposalGrid />
        <BesideBar />
        <Transport />
      </main>
      <aside class="side" aria-label="Details">
        <Splitter of="side" label="Width of the details" min={240} max={0.45} />
        <SidePanel
          panels={[
            { id: "result", title: "Query", view: QueryResult },
            { id: "labels", title: "Labels", view: LabelTable },
            { id: "encoding", title: "Encoding", view: Encoding },
            { id: "clip", title: "Clip", view: ClipPanel },
            { id: "review", title: "Review", view: ReviewPanel },
            { id: "curve", title: "Curve", view: CurvePanel },
            { id: "recording", title: "Recording", view: RecordingPanel },
            { id: "proposals", title: "Proposals", view: ProposalsPanel },
          ]}
        />
      </aside>
      <section
        class="time"
        classList={{ "time-armed": studio.arming.isArmed() }}
        aria-label="Timeline"
        tabindex="0"
      >
        <Splitter of="time" label="Height of the timeline" min={120} max={0.75} />
        <Timeline />
      </section>
      <SetUpDialog />
      <BulkDialog />
      <Notices />
    </div>
  );
}
