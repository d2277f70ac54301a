import type { ExclusiveGroup, ProposalsAnswer, Source } from "../api/types";
import { type Decision, type Proposal, undecided } from "./proposalQueue";

/** What the queue shows of the proposals. */
export interface Shown {
  /** The sources in the queue, and those still loading. */
  sources: ReadonlySet<Source>;
  loading: ReadonlySet<Source>;
  about: ReadonlyMap<Source, ProposalsAnswer>;
  proposed: ReadonlyMap<Source, readonly Proposal[]>;
  decisions: readonly Decision[];
  exclusive: readonly ExclusiveGroup[];
}

/** Says why proposals of a clip may not have been in the queue; `undefined` if all of them were. */
export function whyHidden(clip: string, shown: Shown): string | undefined {
  const { sources, loading, about, proposed, decisions, exclusive } = shown;
  if (loading.size > 0) return "proposals are still loading";
  // Places like an example are proposed only once there is one.
  if ([...sources].some((source) => source !== "similar" && !about.has(source)))
    return "a source has not answered";
  if ([...about.values()].some(({ proposals, total }) => total > proposals.length))
    return "there are more proposals than the list shows";
  const others = [...proposed].flatMap(([source, all]) =>
    sources.has(source) ? [] : all.filter((one) => one.clip === clip && !one.possible),
  );
  return undecided(others, decisions, exclusive).length > 0
    ? "a source that is not chosen has proposals for it"
    : undefined;
}
