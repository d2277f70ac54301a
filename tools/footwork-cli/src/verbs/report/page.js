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
  const isCount = unit === "" && Number.isInteger(value);
  const digits = isCount || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  const text = value.toFixed(digits);
  return (Number(text) === 0 ? text.replace("-", "") : text) + (unit ? " " + unit : "");
};
const severities = (clip, severity) => clip.findings.filter((f) => f.severity === severity).length;

/** Returns whether a measure says something about a clip: the seam of a clip that does not loop is never played. */
const matters = (clip, at) => clip.loops || !data.measures[at].name.startsWith("loop_");
// Tukey's fences of each measure. Values beyond them are outliers.
const fences = data.measures.map((measure, at) => {
  const values = data.clips.filter((clip) => matters(clip, at)).map((clip) => clip.values[at]?.[0]).filter((v) => v !== undefined);
  if (values.length < 5) return null;
  values.sort((a, b) => a - b);
  const quantile = (share) => {
    const place = share * (values.length - 1), low = Math.floor(place);
    return values[low] + (values[Math.min(low + 1, values.length - 1)] - values[low]) * (place - low);
  };
  const [low, high] = [quantile(0.25), quantile(0.75)];
  const reach = 1.5 * (high - low) + 1e-9;
  return [measure.is_fault ? -Infinity : low - reach, high + reach, reach];
});
/**
 * Returns how far a value lies beyond the fences, in units of 1.5 interquartile ranges and at most 20; 0 for a value
 * between them.
 */
const excess = (clip, at) => {
  const value = clip.values[at];
  if (!value || !fences[at] || !matters(clip, at)) return 0;
  const [low, high, reach] = fences[at];
  return Math.min(20, Math.max(0, (value[0] - high) / reach, (low - value[0]) / reach));
};
const isFar = (clip, at) => excess(clip, at) > 0;
const worst = (clip) =>
  1e6 * severities(clip, "error") + 1e3 * severities(clip, "warning") +
  data.measures.reduce((sum, measure, at) => sum + (measure.is_fault ? excess(clip, at) : 0), 0);

const sets = {
  Overview: ["duration", "speed", "turn_rate", "loop_position", "foot_slide", "penetration", "jerk"],
  Loop: ["loop_position", "loop_rotation", "loop_velocity", "loop_angular_velocity", "end_copies"],
  Gait: ["cycle_time", "left_phase", "right_phase", "lift_phase", "step_asymmetry", "stride", "contacts_per_cycle", "duty"],
  Feet: ["foot_slide", "slide_distance", "penetration", "duty"],
  Travel: ["speed", "turn_rate", "travel_x", "travel_y", "travel_z", "root_travel", "hips_travel"],
  Body: ["joint_limit", "jerk", "frozen_joints", "rest_distance"],
  File: ["frames", "rate", "keys_not_unit", "keys_flipped", "keys_not_finite", "keys_scaled", "constant_tracks", "keys_off_grid", "joint_scale"],
};
const words = (name) => name.replaceAll("_", " ");
const state = { clip: null, frame: 0, joint: null, ghost: null, playing: true, sort: null, down: true, set: "Overview", yaw: 0.6, pitch: 0.12 };

function tiles() {
  const sum = (severity) =>
    [...data.clips.flatMap((c) => c.findings), ...data.others].filter((f) => f.severity === severity).length;
  const tile = (number, noun, kind = "") =>
    make("span", { className: "tile" }, make("b", { className: number ? kind : "" }, String(number)), noun);
  const counted = (number, noun, kind) => tile(number, number === 1 ? noun : noun + "s", kind);
  $("tiles").append(
    counted(data.clips.length, "clip"), counted(sum("error"), "error", "error"), counted(sum("warning"), "warning", "warning"));
  const limits = (key) => data.contracts.reduce((sum, contract) => sum + contract[key], 0);
  if (data.contracts.length)
    $("tiles").append(counted(data.contracts.length, "contract"), tile(limits("kept"), "limits kept", "good"),
      tile(limits("broken"), "broken", "error"), tile(limits("not_evaluated"), "not evaluated", "warning"));
}

/** Shows the contracts, with the numbers of their kept, broken and unevaluated limits. */
function contracts() {
  if (!data.contracts.length) return;
  const row = (contract) => make("tr", {},
    make("td", {}, make("code", {}, contract.query), contract.message ? make("div", { className: "dim" }, contract.message) : null,
      contract.problem ? make("div", { className: "error" }, `Not checked in full: ${contract.problem}`) : null),
    ...[[contract.ranges, ""], [contract.kept, "good"], [contract.broken, "error"], [contract.not_evaluated, "warning"]]
      .map(([number, kind]) => make("td", { className: number ? kind : "dim" }, String(number))));
  const heads = ["Contract", "Ranges", "Kept", "Broken", "Not evaluated"].map((head) => make("th", { scope: "col" }, head));
  $("contracts").append(make("h2", {}, "Contracts"), make("div", { className: "scroll" },
    make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...data.contracts.map(row)))));
}

/** Shows the kinds of findings with their numbers. A click filters the clips. */
function kinds() {
  const kinds = new Map();
  for (const clip of data.clips)
    for (const { code, severity } of clip.findings) {
      const kind = kinds.get(code) ?? { code, severity, clips: new Set() };
      kind.clips.add(clip);
      kinds.set(code, kind);
    }
  const rank = ({ severity }) => ["error", "warning"].indexOf(severity);
  const all = [...kinds.values()].sort((a, b) => rank(a) - rank(b) || b.clips.size - a.clips.size);
  const filter = (code) => {
    $("filter").value = $("filter").value === code ? "" : code;
    table();
  };
  $("kinds").replaceChildren(...all.map(({ code, severity, clips }) => make("button", {
    type: "button", className: "kind", title: `Show only these ${clips.size} clips`, onclick: () => filter(code),
  }, make("span", { className: severity }, code), ` ${clips.size}`)));
}

/** Returns why a clip is worth a look: first its findings, then its outliers, the farthest first. */
function reasons(clip) {
  const found = [...clip.findings].sort((a, b) => (a.severity > b.severity) - (a.severity < b.severity));
  const far = data.measures.map((measure, at) => ({ measure, at, excess: measure.is_fault ? excess(clip, at) : 0 }));
  return [
    ...found.map(({ code, severity, message, span, joint }) => ({ title: code, severity, text: message, frame: span?.[0] ?? null, joint })),
    ...far.filter((one) => one.excess > 0).sort((a, b) => b.excess - a.excess).map(({ measure, at }) => {
      const [value, joint, frame] = clip.values[at];
      const most = fences[at][1] < 1e-6 ? "most clips have none" : `most clips have at most ${show(fences[at][1], measure.unit)}`;
      const text = `${show(value, measure.unit)}${joint ? ` at ${joint}` : ""}; ${most}`;
      return { title: words(measure.name), severity: "far", text, frame, joint };
    }),
  ];
}

/** The pictures of up to three of the worst clips, whose reasons differ if possible. */
const stills = [];
function first() {
  const all = data.clips.filter((clip) => worst(clip) > 0).sort((a, b) => worst(b) - worst(a));
  const seen = new Set(), chosen = [];
  for (const clip of all) {
    const kind = reasons(clip)[0].title;
    if (chosen.length < 3 && !seen.has(kind)) chosen.push(clip);
    seen.add(kind);
  }
  chosen.push(...all.filter((clip) => !chosen.includes(clip)).slice(0, 3 - chosen.length));
  if (!chosen.length) {
    $("first").append(make("p", { className: "dim" }, "No clip has a finding or a value that stands out."));
    return;
  }
  const card = (clip) => {
    const [reason, ...more] = reasons(clip);
    const picture = make("canvas", { className: "still" });
    picture.setAttribute("aria-hidden", "true");
    const others = more.length ? `and ${more.length} more` : "";
    const button = make("button", { type: "button", className: "card", onclick: () => {
      choose(clip);
      if (reason.frame !== null) seek(reason.frame, { joint: reason.joint });
      reveal();
    } }, picture, make("span", { className: "why" }, title(clip.name),
      make("span", {}, make("b", { className: reason.severity }, reason.title), " ", make("span", { className: "dim" }, others)),
      make("span", { className: "dim text" }, reason.text)));
    const still = () => drawClip(picture, clip, { frame: reason.frame ?? Math.floor(clip.frames / 2), fits: true });
    requestAnimationFrame(still);
    stills.push(still);
    return button;
  };
  $("first").append(...chosen.map(card));
}
/** Returns the title of a clip: its name, then its folder or file, which is shortened first. */
function title(name) {
  const at = Math.max(name.lastIndexOf("/"), name.lastIndexOf("|"), name.lastIndexOf("#")) + 1;
  return make("span", { className: "name", title: name }, make("span", {}, name.slice(at)), make("span", { className: "dim" }, name.slice(0, Math.max(0, at - 1))));
}

/** Scrolls to the player, which is not next to the list on a narrow page. */
function reveal() {
  if ($("clip").getBoundingClientRect().top > 0.6 * innerHeight || $("clip").getBoundingClientRect().bottom < 200)
    $("clip").scrollIntoView({ block: "start" });
}

function rows() {
  const parts = $("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  const text = (clip) => [clip.name, ...clip.tags.map((t) => t.name), ...clip.findings.map((f) => f.code + " " + f.message)]
    .join(" ").toLowerCase();
  const clips = data.clips.filter((clip) => parts.every((part) => text(clip).includes(part)));
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
  const head = (label, sort, title, unit) => {
    const arrow = state.sort === sort ? (state.down ? " ↓" : " ↑") : "";
    const th = make("th", { scope: "col" }, make("button", {
      type: "button", title,
      onclick: () => {
        state.down = state.sort === sort ? !state.down : sort !== "clip";
        state.sort = sort;
        table();
      },
    }, label + arrow, unit === undefined ? null : make("span", { className: "unit" }, unit)));
    th.setAttribute("aria-sort", state.sort === sort ? (state.down ? "descending" : "ascending") : "none");
    return th;
  };
  const top = make("tr", {}, head("Clip", "clip", "By name"), head("Findings", null, "The worst first"),
    ...measures.map((name) => {
      const measure = data.measures[index[name]];
      return head(words(name), name, measure.definition, measure.unit);
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
      return make("td", { className: far ? "far" : "", title: far ? "Stands out among these clips" : "" }, show(value[0], data.measures[at].unit && " ").trim());
    });
    const row = make("tr", { tabIndex: 0, onclick: () => { choose(clip); reveal(); }, className: clip === state.clip ? "chosen" : "" },
      make("td", {}, title(clip.name)), found, ...cells);
    row.addEventListener("keydown", (event) => { if (event.key === "Enter") choose(clip); });
    return row;
  });
  const none = make("tr", { className: "empty" }, make("td", { colSpan: measures.length + 2, className: "dim" }, "No clip matches"));
  $("clips").replaceChildren(make("thead", {}, top), make("tbody", {}, ...(body.length ? body : [none])));
}

function choose(clip) {
  state.clip = clip;
  state.frame = 0;
  $("name").replaceChildren(title(clip.name));
  $("time").max = clip.frames - 1;
  lanes(clip);
  const finding = (f) => make("button", {
    type: "button", className: "finding is-" + f.severity,
    onclick: () => { if (f.span) seek(f.span[0], { joint: f.joint }); },
  }, make("span", { className: f.severity }, f.code), f.span ? make("span", { className: "dim" }, ` ${frames(f.span)}`) : "", " " + f.message);
  $("findings").replaceChildren(...(clip.findings.length ? clip.findings.map(finding) : [make("span", { className: "dim" }, "None")]));
  const values = data.measures.map((measure, at) => {
    const value = clip.values[at];
    if (!value) return null;
    const [number, joint, frame] = value;
    const place = [joint, frame === null ? null : `frame ${frame}`].filter(Boolean).join(", ");
    // The seam of a loop compares the last frame with the first.
    const isSeam = measure.name.startsWith("loop_");
    const to = isSeam ? clip.frames - 1 : frame;
    const row = make("tr", { title: measure.definition, className: to === null && !joint ? "" : "seek", tabIndex: to === null && !joint ? -1 : 0 },
      make("td", {}, words(measure.name)),
      make("td", { className: isFar(clip, at) ? "far" : "" }, show(number, measure.unit)), make("td", { title: place }, place));
    const go = () => seek(to ?? Math.floor(state.frame), { joint, ghost: isSeam ? 0 : null });
    if (to !== null || joint) {
      row.addEventListener("click", go);
      row.addEventListener("keydown", (event) => { if (event.key === "Enter") go(); });
    }
    return row;
  });
  $("values").replaceChildren(...values.filter(Boolean));
  const reasons = Object.entries(clip.reasons).map(([reason, names]) => make("p", {}, `Not evaluated: ${names.join(", ")}: ${reason}`));
  $("reasons").replaceChildren(...reasons);
  table();
  plot();
  seek(0, { plays: !matchMedia("(prefers-reduced-motion: reduce)").matches });
}

/** `frame 3`, or `frames 3 to 9`. */
const frames = ([start, stop]) => (stop - start === 1 ? `frame ${start}` : `frames ${start} to ${stop - 1}`);

function start() {
  document.title = `${data.library}: Footwork report`;
  $("title").textContent = data.library;
  tiles();
  kinds();
  contracts();
  const option = (name) => make("option", { value: name }, words(name));
  $("columns").append(...Object.keys(sets).map(option));
  $("columns").addEventListener("change", (event) => { state.set = event.target.value; table(); });
  for (const [id, chosen] of [["across", "speed"], ["up", "turn_rate"]]) {
    $(id).append(...data.measures.map((measure) => option(measure.name)));
    $(id).value = chosen;
    $(id).addEventListener("change", plot);
  }
  $("filter").addEventListener("input", table);
  const root = document.documentElement;
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);
  const themed = () => { $("theme").textContent = isDark() ? "Light theme" : "Dark theme"; };
  themed();
  $("theme").addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    themed();
    if (state.clip) player();
    for (const still of stills) still();
  });
  $("play").addEventListener("click", () => seek(state.frame, { plays: !state.playing }));
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
    else if (event.key === " ") seek(state.frame, { plays: !state.playing });
    else return;
    event.preventDefault();
  });
  window.addEventListener("resize", () => { plot(); if (state.clip) player(); for (const still of stills) still(); });
  if (data.others.length) {
    $("others").append(make("h2", {}, "Other findings"), ...data.others.map((f) => make("p", {},
      make("span", { className: f.severity }, f.code), ` ${f.file}: ${f.message}`)));
  }
  // On a phone the list of clips follows the player.
  $("measures").open = !matchMedia("(max-width: 600px)").matches;
  if (!data.clips.length) { $("clip").hidden = $("first").hidden = true; table(); return; }
  first();
  // A reloaded page keeps its filter, which may match nothing.
  choose(rows()[0] ?? data.clips[0]);
  let before = performance.now();
  requestAnimationFrame(function tick(now) {
    if (state.playing) {
      state.frame = (state.frame + ((now - before) / 1000) * state.clip.rate) % state.clip.frames;
      player();
    }
    before = now;
    requestAnimationFrame(tick);
  });
}
