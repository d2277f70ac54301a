import { ClipList } from "./clips/clipList";
import { Encoding } from "./encoding/encoding";
import { Keys } from "./keys/keys";
import { Notices } from "./notices/notices";
import { QueryBox } from "./query/queryBox";
import { QueryResult } from "./query/queryResult";
import { SidePanel } from "./sidePanel/sidePanel";
import { LabelTable } from "./timeline/labelTable";
import { Timeline } from "./timeline/timeline";
import { StatusBar } from "./topBar/statusBar";
import { Transport } from "./transport/transport";
import { SkeletonView } from "./view/skeletonView";
import "./app.css";

/** The page: clips on the left, the motion in the middle, what was asked on the right, time below. */
export function App() {
  return (
    <div class="app">
      <Keys />
      <header class="top-bar">
        <QueryBox />
        <StatusBar />
      </header>
      <nav class="clips" aria-label="Clips">
        <ClipList />
      </nav>
      <main class="stage">
        <SkeletonView />
        <Transport />
      </main>
      <aside class="side" aria-label="Details">
        <SidePanel
          panels={[
            { id: "result", title: "Query", view: QueryResult },
            { id: "labels", title: "Labels", view: LabelTable },
            { id: "encoding", title: "Encoding", view: Encoding },
          ]}
        />
      </aside>
      <section class="time" aria-label="Timeline">
        <Timeline />
      </section>
      <Notices />
    </div>
  );
}
