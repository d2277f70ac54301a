// The player: a skeleton on a floor, with the path of its root, a marked joint and a ghost of another frame.

function places(motion) {
  if (motion.numbers) return motion.numbers;
  const bytes = Uint8Array.from(atob(motion.places), (c) => c.charCodeAt(0));
  motion.numbers = new Uint16Array(bytes.length / 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < motion.numbers.length; at++) motion.numbers[at] = view.getUint16(2 * at, true);
  return motion.numbers;
}

const middleOf = (of) => [0, 1, 2].map((axis) => of.reduce((sum, place) => sum + place[axis], 0) / of.length);
/** Returns the lowest and highest height of a body, its middle, and how far it reaches around the middle, in metres. */
function boxOf(body) {
  const heights = body.map(([, y]) => y), middle = middleOf(body);
  const reach = Math.max(...body.map(([x, , z]) => Math.hypot(x - middle[0], z - middle[2])));
  return { low: Math.min(...heights), high: Math.max(...heights), reach, middle };
}

/** Sets the height of the floor, and the largest height and width of the body on any frame, in metres. */
function extent(clip, motion) {
  if (motion.tall) return;
  const last = clip.frames - 1, count = Math.min(last, 120);
  const boxes = Array.from({ length: count + 1 }, (_, at) => boxOf(bodyAt(motion, count ? (at / count) * last : 0)));
  motion.floor = Math.min(0, ...boxes.map(({ low }) => low));
  motion.tall = Math.max(0.3, ...boxes.map(({ low, high }) => high - low));
  motion.wide = Math.max(0.4, ...boxes.map(({ reach }) => 2 * reach));
}

/** Returns the places of all joints at a frame, interpolated between the kept frames. */
function bodyAt(motion, frame) {
  const numbers = places(motion), joints = motion.parents.length, row = 3 * joints;
  const last = numbers.length / row - 1;
  const at = Math.min(last, frame / motion.every), before = Math.floor(at), after = Math.min(last, before + 1);
  const along = (j, axis) => {
    const [a, b] = [numbers[before * row + 3 * j + axis], numbers[after * row + 3 * j + axis]];
    return motion.low[axis] + motion.step * (a + (b - a) * (at - before));
  };
  return Array.from({ length: joints }, (_, j) => [along(j, 0), along(j, 1), along(j, 2)]);
}

/**
 * Draws a clip at a frame, as large as the largest pose of the motion allows. The picture rises with a body that leaves
 * it. `joint` is marked, `ghost` is another frame to compare with, and `fits` fills the picture with the pose instead.
 */
function drawClip(canvas, clip, { frame, joint = null, ghost = null, fits = false, yaw = 0.6, pitch = 0.12 }) {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const ratio = window.devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const motion = clip.motion;
  if (!motion) return;
  extent(clip, motion);
  const body = bodyAt(motion, frame);
  const { low, high, reach, middle } = boxOf(body);
  const wide = fits ? Math.max(0.4, 2 * reach) : motion.wide;
  const tall = fits ? Math.max(0.3, high - low) : motion.tall;
  const floor = fits ? low : Math.max(motion.floor, high - 1.05 * tall);
  const scale = Math.min((0.8 * height) / tall, (0.92 * width) / wide);
  const [cos, sin, tilt] = [Math.cos(yaw), Math.sin(yaw), Math.sin(pitch)];
  const flat = ([x, y, z]) => {
    const [dx, dz] = [x - middle[0], z - middle[2]];
    return [width / 2 + scale * (dx * cos - dz * sin), 0.9 * height - scale * (y - floor - (dx * sin + dz * cos) * -tilt)];
  };
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  const line = (points, ink, thick) => {
    context.strokeStyle = ink;
    context.lineWidth = thick;
    context.beginPath();
    points.forEach((point, at) => context[at ? "lineTo" : "moveTo"](...flat(point)));
    context.stroke();
  };
  const [cx, cz] = [Math.round(2 * middle[0]) / 2, Math.round(2 * middle[2]) / 2];
  for (let step = -4; step <= 4; step++) {
    line([[cx + step / 2, 0, cz - 2], [cx + step / 2, 0, cz + 2]], colour("--line"), 1);
    line([[cx - 2, 0, cz + step / 2], [cx + 2, 0, cz + step / 2]], colour("--line"), 1);
  }
  motion.path ??= Array.from({ length: 49 }, (_, at) => {
    const [x, , z] = middleOf(bodyAt(motion, (at / 48) * (clip.frames - 1)));
    return [x, 0, z];
  });
  context.lineCap = context.lineJoin = "round";
  line(motion.path, colour("--path"), 2);
  const thick = Math.max(2.5, 0.028 * scale);
  const bones = (of, ink) => motion.parents.forEach((parent, j) => {
    if (parent >= 0) line([of[parent], of[j]], ink ?? colour(["--bone", "--left", "--right"][motion.sides[j]]), thick);
  });
  if (ghost !== null) {
    // A ghost is moved to where the body is now, as when loops are measured.
    const other = bodyAt(motion, ghost), from = middleOf(other);
    context.globalAlpha = 0.4;
    bones(other.map(([x, y, z]) => [x - from[0] + middle[0], y, z - from[2] + middle[2]]), colour("--dim"));
    context.globalAlpha = 1;
  }
  bones(body);
  const at = joint === null ? -1 : motion.names.indexOf(joint);
  if (at < 0) return;
  const [x, y] = flat(body[at]);
  context.strokeStyle = context.fillStyle = colour("--accent");
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, y, Math.max(8, thick), 0, 2 * Math.PI);
  context.stroke();
  context.font = "600 12px system-ui, sans-serif";
  context.textAlign = x > 0.7 * width ? "right" : "left";
  context.fillText(joint, x + (x > 0.7 * width ? -14 : 14), y - 8);
}

function seek(frame, { plays = false, joint = null, ghost = null } = {}) {
  state.frame = Math.max(0, Math.min(state.clip.frames - 1, frame));
  Object.assign(state, { playing: plays, joint, ghost });
  $("play").textContent = plays ? "Pause" : "Play";
  player();
}

function player() {
  const { clip, frame } = state;
  $("time").value = Math.floor(frame);
  for (const head of document.querySelectorAll("#lanes .playhead")) {
    head.setAttribute("x1", frame + 0.5);
    head.setAttribute("x2", frame + 0.5);
  }
  $("frame").textContent = `frame ${Math.floor(frame)} of ${clip.frames}, ${(frame / clip.rate).toFixed(2)} s`;
  drawClip($("player"), clip, state);
}

function lanes(clip) {
  const lane = (name, colour, shapes) => {
    const svg = draw("svg", { viewBox: `0 0 ${clip.frames} 1`, preserveAspectRatio: "none" });
    svg.append(...shapes.map(([x, width]) => draw("rect", { x, width, y: 0, height: 1, fill: colour })),
      draw("line", { class: "playhead", x1: 0, x2: 0, y1: 0, y2: 1 }));
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      seek(Math.floor(((event.clientX - box.left) / box.width) * clip.frames));
    });
    return make("div", { className: "lane" }, make("span", { title: name }, name), svg);
  };
  const thin = Math.max(1, clip.frames / 160);
  const named = (name) => {
    let hash = 0;
    for (const c of name) hash = (hash * 31 + c.codePointAt(0)) % 360;
    return `hsl(${hash} 55% 52%)`;
  };
  const spans = (f) => [f.span[0], Math.max(thin, f.span[1] - f.span[0])];
  const found = clip.findings.filter((f) => f.span && f.span[1] - f.span[0] < clip.frames);
  $("lanes").replaceChildren(
    ...(found.length ? [lane("findings", "var(--error)", found.map(spans))] : []),
    ...clip.tags.map((t) => lane(t.name, t.colour ?? named(t.name), t.ranges.map(([a, b]) => [a, b - a]))),
    ...clip.events.map((e) => lane(e.name, e.colour ?? named(e.name), e.times.map((t) => [t - thin / 2, thin]))));
}
