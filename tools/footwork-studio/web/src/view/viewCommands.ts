import { type Command, commandsOf } from "../state/keymap";
import type { Preferences } from "../state/preferences";
import type { Studio } from "../state/studio";
import type { Stage } from "./stage/stage";

/** The angle by which a key turns the camera, in radians. */
const TURN = Math.PI / 24;
/** The distance by which a key moves the camera, in heights of the picture. */
const MOVE = 0.06;
const NEARER = 0.88;
const MAX_GHOST_FRAMES = 60;

/** The options of the view. Each has a command. */
export const TOGGLES = [
  {
    name: "body",
    title: "Body",
    hint: "Show the mesh of the file, or a body around the bones",
    key: "Shift+F7",
  },
  { name: "names", title: "Names", hint: "Show the names of joints", key: "Shift+b" },
  {
    name: "trails",
    title: "Trails",
    hint: "Show the paths of feet, hands and hips, a second before and after",
    key: "Shift+p",
  },
  {
    name: "ghosts",
    title: "Ghosts",
    hint: "Show the poses of frames before and after",
    key: "Shift+g",
  },
  { name: "follow", title: "Follow", hint: "Keep the character in view", key: "Shift+o" },
] as const;

export type Toggle = (typeof TOGGLES)[number]["name"];

/** The viewpoints to which the camera jumps. Each has a command. */
export const LOOKS = [
  { how: "front", id: "view.front", title: "Front", key: "Shift+z" },
  { how: "side", id: "view.side", title: "Side", key: "Shift+x" },
  { how: "top", id: "view.top", title: "Top", key: "Shift+y" },
] as const;

/** Returns the view's preferences. Options that the stored preferences lack have their defaults. */
export function viewOf(preferences: Preferences): Preferences["view"] {
  const { view } = preferences;
  return { ...view, body: view.body ?? true, ghostFrames: view.ghostFrames || 5 };
}

export function toggle(studio: Studio, name: Toggle) {
  const view = viewOf(studio.preferences());
  studio.prefer({ view: { ...view, [name]: !view[name] } });
}

export function setGhostFrames(studio: Studio, to: number) {
  if (!Number.isFinite(to)) return;
  const ghostFrames = Math.min(Math.max(Math.round(to), 1), MAX_GHOST_FRAMES);
  studio.prefer({ view: { ...viewOf(studio.preferences()), ghostFrames } });
}

/** Returns the commands of the view. */
export function viewCommands(studio: Studio, stage: () => Stage | undefined): Command[] {
  const command = commandsOf("View");
  const ghosts = () => viewOf(studio.preferences()).ghostFrames;
  const move = (id: string, title: string, keys: string[], run: (stage: Stage) => void) => {
    const onStage = () => {
      const at = stage();
      if (at) run(at);
    };
    return command(id, title, keys, onStage, /orbit|zoom/.test(id) ? "repeats" : undefined);
  };
  return [
    move("view.fit", "Frame the character", ["Shift+c"], (at) => at.fit()),
    ...LOOKS.map(({ how, id, title, key }) =>
      move(id, `Look from the ${title.toLowerCase()}`, [key], (at) => at.look(how)),
    ),
    ...TOGGLES.map(({ name, hint, key }) =>
      command(`view.${name}`, hint, [key], () => toggle(studio, name)),
    ),
    command("view.beside", "Show or close a second clip", ["Shift+F8"], () => {
      if (studio.beside.isAsked()) studio.beside.close();
      else studio.beside.ask();
    }),
    command("view.ghostsNearer", "Move ghosts closer together", [], () =>
      setGhostFrames(studio, ghosts() - 1),
    ),
    command("view.ghostsFarther", "Move ghosts farther apart", [], () =>
      setGhostFrames(studio, ghosts() + 1),
    ),
    move("view.orbitLeft", "Turn the camera to the left", ["Mod+Shift+ArrowLeft"], (at) =>
      at.orbit(-TURN, 0),
    ),
    move("view.orbitRight", "Turn the camera to the right", ["Mod+Shift+ArrowRight"], (at) =>
      at.orbit(TURN, 0),
    ),
    move("view.orbitUp", "Raise the camera", ["Mod+Shift+ArrowUp"], (at) => at.orbit(0, -TURN)),
    move("view.orbitDown", "Lower the camera", ["Mod+Shift+ArrowDown"], (at) => at.orbit(0, TURN)),
    move("view.zoomIn", "Move the camera nearer", ["Shift+i"], (at) => at.zoom(NEARER)),
    move("view.zoomOut", "Move the camera away", ["Shift+k"], (at) => at.zoom(1 / NEARER)),
  ];
}

/** Moves the camera by a key while the view has the focus. Returns false if the key does not move the camera. */
export function steer(stage: Stage, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[
    event.key
  ];
  if (way) {
    const [right = 0, up = 0] = way;
    if (event.shiftKey) stage.pan(right * MOVE, up * MOVE);
    else stage.orbit(right * TURN, -up * TURN);
    return true;
  }
  if (event.key === "PageUp" || event.key === "PageDown") {
    stage.zoom(event.key === "PageUp" ? NEARER : 1 / NEARER);
    return true;
  }
  return false;
}
