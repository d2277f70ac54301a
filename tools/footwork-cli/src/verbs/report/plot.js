// The plot of all clips on two measures.

/** Returns the smallest of 1, 2, 5 and their multiples by powers of ten that is at least `size`. */
function niceStep(size) {
  const ten = 10 ** Math.floor(Math.log10(size));
  return ten * ([1, 2, 5].find((step) => step * ten >= size) ?? 10);
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
    const step = niceStep((high - low + 2 * room) / 5);
    const ticks = [];
    for (let tick = Math.ceil((low - room) / step); tick <= (high + room) / step; tick++) ticks.push(tick * step);
    return { low: low - room, high: high + room, step, ticks };
  };
  const [{ low: x0, high: x1, ...across }, { low: y0, high: y1, ...up }] = [reach(x), reach(y)];
  const toX = (value) => pad + ((value - x0) / (x1 - x0)) * (width - pad - 16);
  const toY = (value) => height - pad - ((value - y0) / (y1 - y0)) * (height - pad - 28);
  const place = (clip) => [toX(clip.values[x][0]), toY(clip.values[y][0])];
  const number = (value, step) => value.toFixed(Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  for (const tick of across.ticks)
    svg.append(draw("line", { x1: toX(tick), x2: toX(tick), y1: 28, y2: height - pad }),
      draw("text", { x: toX(tick), y: height - pad + 16, "text-anchor": "middle" }, number(tick, across.step)));
  for (const tick of up.ticks)
    svg.append(draw("line", { x1: pad, x2: width - 16, y1: toY(tick), y2: toY(tick) }),
      draw("text", { x: pad - 6, y: toY(tick) + 4, "text-anchor": "end" }, number(tick, up.step)));
  const label = (at) => data.measures[at].name.replaceAll("_", " ") + (data.measures[at].unit ? ` [${data.measures[at].unit}]` : "");
  svg.append(draw("text", { x: width - 16, y: height - 8, "text-anchor": "end" }, label(x)), draw("text", { x: 8, y: 16 }, label(y)));
  for (const clip of points) {
    const [cx, cy] = place(clip);
    const kind = severities(clip, "error") ? "is-error" : severities(clip, "warning") ? "is-warning" : "";
    const dot = draw("circle", { cx, cy, r: clip === state.clip ? 8 : 6, class: `${kind} ${clip === state.clip ? "chosen" : ""}` });
    dot.append(draw("title", {}, `${clip.name}: ${show(clip.values[x][0], data.measures[x].unit)}, ${show(clip.values[y][0], data.measures[y].unit)}`));
    dot.addEventListener("click", () => choose(clip));
    svg.append(dot);
  }
}
