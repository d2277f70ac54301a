"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const make = (tag, attributes = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key in node && key !== "list") node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
};
const draw = (tag, attributes = {}, text = "") => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.textContent = text;
  return node;
};
const index = Object.fromEntries(data.measures.map((measure, at) => [measure.name, at]));
const show = (value, unit) => {
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : Number.isInteger(value) && unit === "" ? 0 : 3;
  const text = value.toFixed(digits);
  return (Number(text) === 0 ? text.replace("-", "") : text) + (unit ? " " + unit : "");
};
const severities = (clip, severity) => clip.findings.filter((f) => f.severity === severity).length;

// Tukey's fences of each measure: values beyond them stand out.
const fences = data.measures.map((measure, at) => {
  const values = data.clips.map((clip) => clip.values[at]?.[0]).filter((v) => v !== undefined);
  if (values.length < 5) return null;
  values.sort((a, b) => a - b);
  const quantile = (share) => {
    const place = share * (values.length - 1), low = Math.floor(place);
    return values[low] + (values[Math.min(low + 1, values.length - 1)] - values[low]) * (place - low);
  };
  const [low, high] = [quantile(0.25), quantile(0.75)];
  const reach = 1.5 * (high - low) + 1e-9;
  return measure.is_fault ? [-Infinity, high + reach] : [low - reach, high + reach];
});
const isFar = (clip, at) => {
  const value = clip.values[at];
  return Boolean(value && fences[at] && (value[0] < fences[at][0] || value[0] > fences[at][1]));
};
const worst = (clip) =>
  1e6 * severities(clip, "error") + 1e3 * severities(clip, "warning") +
  data.measures.filter((m, at) => m.is_fault && isFar(clip, at)).length;

const sets = {
  Overview: ["duration", "speed", "turn_rate", "loop_position", "foot_slide", "penetration", "jerk"],
  Loop: ["loop_position", "loop_rotation", "loop_velocity", "loop_angular_velocity", "end_copies"],
  Gait: ["cycle_time", "left_phase", "right_phase", "lift_phase", "step_asymmetry", "stride", "contacts_per_cycle", "duty"],
  Feet: ["foot_slide", "slide_distance", "penetration", "duty"],
  Travel: ["speed", "turn_rate", "travel_x", "travel_y", "travel_z", "root_travel", "hips_travel"],
  Body: ["joint_limit", "jerk", "frozen_joints", "rest_distance"],
  File: ["frames", "rate", "keys_not_unit", "keys_flipped", "keys_not_finite", "keys_scaled", "constant_tracks", "keys_off_grid", "joint_scale"],
};
const state = { clip: null, frame: 0, playing: true, sort: null, down: true, set: "Overview", yaw: 0.6, pitch: 0.12 };

function tiles() {
  const sum = (severity) =>
    [...data.clips.flatMap((c) => c.findings), ...data.others].filter((f) => f.severity === severity).length;
  const tile = (number, noun, kind = "") =>
    make("span", { className: "tile" }, make("b", { className: number ? kind : "" }, String(number)), noun);
  $("tiles").append(
    tile(data.clips.length, "clips"), tile(sum("error"), "errors", "error"), tile(sum("warning"), "warnings", "warning"));
  if (data.contracts) {
    const c = data.contracts;
    $("tiles").append(tile(c.contracts, "contracts"), tile(c.kept, "limits kept", "good"),
      tile(c.broken, "broken", "error"), tile(c.not_evaluated, "not evaluated", "warning"));
  }
}

function rows() {
  const words = $("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  const text = (clip) => [clip.name, ...clip.tags.map((t) => t.name), ...clip.findings.map((f) => f.code + " " + f.message)]
    .join(" ").toLowerCase();
  const clips = data.clips.filter((clip) => words.every((word) => text(clip).includes(word)));
  const key = (clip) => {
    if (state.sort === "clip") return clip.name;
    if (state.sort === null) return worst(clip);
    return clip.values[index[state.sort]]?.[0] ?? null;
  };
  const sign = state.down ? -1 : 1;
  return clips.sort((a, b) => {
    const [x, y] = [key(a), key(b)];
    if (x === null || y === null) return (x === null) - (y === null);
    return x < y ? -sign : x > y ? sign : a.name < b.name ? -1 : 1;
  });
}

function table() {
  const measures = sets[state.set];
  const head = (label, sort, title) => {
    const arrow = state.sort === sort ? (state.down ? " ↓" : " ↑") : "";
    const th = make("th", { scope: "col" }, make("button", {
      type: "button", title,
      onclick: () => {
        state.down = state.sort === sort ? !state.down : sort !== "clip";
        state.sort = sort;
        table();
      },
    }, label + arrow));
    th.setAttribute("aria-sort", state.sort === sort ? (state.down ? "descending" : "ascending") : "none");
    return th;
  };
  const top = make("tr", {}, head("Clip", "clip", "By name"), head("Findings", null, "The worst first"),
    ...measures.map((name) => {
      const measure = data.measures[index[name]];
      return head(name.replaceAll("_", " ") + (measure.unit ? ` [${measure.unit}]` : ""), name, measure.definition);
    }));
  const body = rows().map((clip) => {
    const [errors, warnings] = [severities(clip, "error"), severities(clip, "warning")];
    const found = make("td", {});
    if (errors) found.append(make("span", { className: "error" }, errors + (errors === 1 ? " error" : " errors")));
    if (errors && warnings) found.append(" ");
    if (warnings) found.append(make("span", { className: "warning" }, warnings + (warnings === 1 ? " warning" : " warnings")));
    if (!errors && !warnings) found.append(make("span", { className: "dim" }, "–"));
    const cells = measures.map((name) => {
      const at = index[name], value = clip.values[at];
      if (!value) return make("td", { className: "none" }, "–");
      const far = isFar(clip, at);
      return make("td", { className: far ? "far" : "", title: far ? "Stands out among these clips" : "" }, show(value[0], ""));
    });
    const row = make("tr", { tabIndex: 0, onclick: () => choose(clip), className: clip === state.clip ? "chosen" : "" },
      make("td", { title: clip.name }, "\u200e" + clip.name), found, ...cells);
    row.addEventListener("keydown", (event) => { if (event.key === "Enter") choose(clip); });
    return row;
  });
  $("clips").replaceChildren(make("thead", {}, top), make("tbody", {}, ...body));
}

function places(motion) {
  if (motion.numbers) return motion.numbers;
  const bytes = Uint8Array.from(atob(motion.places), (c) => c.charCodeAt(0));
  motion.numbers = new Uint16Array(bytes.length / 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < motion.numbers.length; at++) motion.numbers[at] = view.getUint16(2 * at, true);
  return motion.numbers;
}

function choose(clip) {
  state.clip = clip;
  state.frame = 0;
  $("name").textContent = clip.name;
  $("time").max = clip.frames - 1;
  lanes(clip);
  const finding = (f) => make("button", {
    type: "button", className: "finding is-" + f.severity,
    onclick: () => { if (f.span) seek(f.span[0]); },
  }, make("span", { className: f.severity }, f.code), f.span ? ` [${f.span[0]}, ${f.span[1]})` : "", " " + f.message);
  $("findings").replaceChildren(...(clip.findings.length ? clip.findings.map(finding) : [make("span", { className: "dim" }, "None")]));
  const values = data.measures.map((measure, at) => {
    const value = clip.values[at];
    if (!value) return null;
    const [number, joint, frame] = value;
    const place = [joint, frame === null ? null : `frame ${frame}`].filter(Boolean).join(", ");
    const row = make("tr", { title: measure.definition, className: frame === null ? "" : "seek" },
      make("td", {}, measure.name.replaceAll("_", " ")),
      make("td", { className: isFar(clip, at) ? "far" : "" }, show(number, measure.unit)), make("td", { title: place }, place));
    if (frame !== null) row.addEventListener("click", () => seek(frame));
    return row;
  });
  $("values").replaceChildren(...values.filter(Boolean));
  const reasons = Object.entries(clip.reasons).map(([reason, names]) => make("p", {}, `Not evaluated: ${names.join(", ")}: ${reason}`));
  $("reasons").replaceChildren(...reasons);
  table();
  plot();
  seek(0, true);
}

function lanes(clip) {
  const lane = (name, colour, shapes) => {
    const svg = draw("svg", { viewBox: `0 0 ${clip.frames} 1`, preserveAspectRatio: "none" });
    svg.append(...shapes.map(([x, width]) => draw("rect", { x, width, y: 0, height: 1, fill: colour })));
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

function seek(frame, plays = false) {
  state.frame = Math.max(0, Math.min(state.clip.frames - 1, frame));
  state.playing = plays;
  $("play").textContent = plays ? "Pause" : "Play";
  player();
}

function player() {
  const canvas = $("player"), clip = state.clip;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const ratio = window.devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  $("time").value = Math.floor(state.frame);
  $("frame").textContent = `frame ${Math.floor(state.frame)} of ${clip.frames}, ${(state.frame / clip.rate).toFixed(2)} s`;
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const motion = clip.motion;
  if (!motion) return;
  const numbers = places(motion), joints = motion.parents.length, row = 3 * joints;
  const last = numbers.length / row - 1;
  const at = Math.min(last, state.frame / motion.every), before = Math.floor(at), after = Math.min(last, before + 1);
  const joint = (j) => [0, 1, 2].map((axis) => {
    const [a, b] = [numbers[before * row + 3 * j + axis], numbers[after * row + 3 * j + axis]];
    return motion.low[axis] + motion.step * (a + (b - a) * (at - before));
  });
  const body = Array.from({ length: joints }, (_, j) => joint(j));
  const mean = (axis) => body.reduce((sum, place) => sum + place[axis], 0) / joints;
  const middle = [mean(0), 0, mean(2)];
  if (!motion.tall) {
    let [low, high] = [Infinity, -Infinity];
    for (let n = 1; n < numbers.length; n += 3) { low = Math.min(low, numbers[n]); high = Math.max(high, numbers[n]); }
    motion.floor = Math.min(0, motion.low[1] + low * motion.step);
    motion.tall = Math.max(0.3, motion.low[1] + high * motion.step - motion.floor);
  }
  const scale = (0.82 * height) / motion.tall;
  const [cos, sin, tilt] = [Math.cos(state.yaw), Math.sin(state.yaw), Math.sin(state.pitch)];
  const flat = ([x, y, z]) => {
    const [dx, dz] = [x - middle[0], z - middle[2]];
    return [width / 2 + scale * (dx * cos - dz * sin), 0.9 * height - scale * (y - motion.floor - (dx * sin + dz * cos) * -tilt)];
  };
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  context.lineWidth = 1;
  context.strokeStyle = colour("--line");
  const [cx, cz] = [Math.round(2 * middle[0]) / 2, Math.round(2 * middle[2]) / 2];
  for (let line = -4; line <= 4; line++) {
    for (const [from, to] of [[[cx + line / 2, 0, cz - 2], [cx + line / 2, 0, cz + 2]], [[cx - 2, 0, cz + line / 2], [cx + 2, 0, cz + line / 2]]]) {
      context.beginPath();
      context.moveTo(...flat(from));
      context.lineTo(...flat(to));
      context.stroke();
    }
  }
  context.lineCap = "round";
  context.lineWidth = Math.max(2, 0.022 * scale);
  motion.parents.forEach((parent, j) => {
    if (parent < 0) return;
    context.strokeStyle = colour(["--bone", "--left", "--right"][motion.sides[j]]);
    context.beginPath();
    context.moveTo(...flat(body[parent]));
    context.lineTo(...flat(body[j]));
    context.stroke();
  });
}

function plot() {
  const svg = $("plot"), [width, height, pad] = [svg.clientWidth || 600, 320, 44];
  const [x, y] = ["across", "up"].map((id) => index[$(id).value]);
  const points = data.clips.filter((clip) => clip.values[x] && clip.values[y]);
  $("unplotted").textContent = points.length < data.clips.length ? `${data.clips.length - points.length} clips without both values` : "";
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.replaceChildren();
  if (!points.length) return;
  const reach = (at) => {
    const values = points.map((clip) => clip.values[at][0]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const room = 0.06 * (high - low) || 1;
    return [low - room, high + room];
  };
  const [[x0, x1], [y0, y1]] = [reach(x), reach(y)];
  const place = (clip) => [
    pad + ((clip.values[x][0] - x0) / (x1 - x0)) * (width - pad - 16),
    height - pad - ((clip.values[y][0] - y0) / (y1 - y0)) * (height - pad - 16)];
  for (let step = 0; step <= 4; step++) {
    const [px, py] = [pad + (step / 4) * (width - pad - 16), height - pad - (step / 4) * (height - pad - 16)];
    svg.append(draw("line", { x1: px, x2: px, y1: 16, y2: height - pad }), draw("line", { x1: pad, x2: width - 16, y1: py, y2: py }),
      draw("text", { x: px, y: height - pad + 16, "text-anchor": "middle" }, show(x0 + (step / 4) * (x1 - x0), "")),
      draw("text", { x: pad - 6, y: py + 4, "text-anchor": "end" }, show(y0 + (step / 4) * (y1 - y0), "")));
  }
  const label = (at) => data.measures[at].name.replaceAll("_", " ") + (data.measures[at].unit ? ` [${data.measures[at].unit}]` : "");
  svg.append(draw("text", { x: width - 16, y: height - 8, "text-anchor": "end" }, label(x)), draw("text", { x: pad, y: 11 }, label(y)));
  for (const clip of points) {
    const [cx, cy] = place(clip);
    const kind = severities(clip, "error") ? "is-error" : severities(clip, "warning") ? "is-warning" : "";
    const dot = draw("circle", { cx, cy, r: clip === state.clip ? 8 : 6, class: `${kind} ${clip === state.clip ? "chosen" : ""}` });
    dot.append(draw("title", {}, `${clip.name}: ${show(clip.values[x][0], data.measures[x].unit)}, ${show(clip.values[y][0], data.measures[y].unit)}`));
    dot.addEventListener("click", () => choose(clip));
    svg.append(dot);
  }
}

function start() {
  document.title = `${data.library}: Footwork report`;
  $("title").textContent = data.library;
  tiles();
  const option = (name) => make("option", { value: name }, name.replaceAll("_", " "));
  $("columns").append(...Object.keys(sets).map(option));
  $("columns").addEventListener("change", (event) => { state.set = event.target.value; table(); });
  for (const [id, chosen] of [["across", "speed"], ["up", "turn_rate"]]) {
    $(id).append(...data.measures.map((measure) => option(measure.name)));
    $(id).value = chosen;
    $(id).addEventListener("change", plot);
  }
  $("filter").addEventListener("input", table);
  $("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    if (state.clip) player();
  });
  $("play").addEventListener("click", () => seek(state.frame, !state.playing));
  $("time").addEventListener("input", (event) => seek(Number(event.target.value)));
  const canvas = $("player");
  canvas.addEventListener("pointermove", (event) => {
    if (!event.buttons) return;
    state.yaw += event.movementX / 120;
    state.pitch = Math.max(-0.2, Math.min(1.2, state.pitch + event.movementY / 160));
    player();
  });
  canvas.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) seek(Math.floor(state.frame) + step);
    else if (event.key === " ") seek(state.frame, !state.playing);
    else return;
    event.preventDefault();
  });
  window.addEventListener("resize", () => { plot(); if (state.clip) player(); });
  if (data.others.length) {
    $("others").append(make("h2", {}, "Other findings"), ...data.others.map((f) => make("p", {},
      make("span", { className: f.severity }, f.code), ` ${f.file}: ${f.message}`)));
  }
  if (!data.clips.length) { $("clip").hidden = true; table(); return; }
  choose(rows()[0]);
  let before = performance.now();
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (still) seek(0);
  requestAnimationFrame(function tick(now) {
    if (state.playing) {
      state.frame = (state.frame + ((now - before) / 1000) * state.clip.rate) % state.clip.frames;
      player();
    }
    before = now;
    requestAnimationFrame(tick);
  });
}
start();
