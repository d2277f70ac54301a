// Searches all sections of the guides and the reference for every typed word, and lists the best sections
// with their text.
const LIMIT = 40;
const AROUND = 70;

const field = document.getElementById("search");
const found = document.getElementById("found");
const index = document.getElementById("index");

const sections = footworkPages.flatMap(([title, address, parts]) =>
  parts.map(([id, heading, words]) => ({
    address: `../${address}#${id}`,
    title,
    heading,
    words,
    names: `${title} ${heading}`,
    all: `${title} ${heading} ${words}`,
  })),
);

/** Returns a pattern for the beginning of a word: `lock` finds `locked` and `fw_lock`, and not `blocked`. */
const beginning = (word) =>
  new RegExp(`(?<![a-z0-9])${word.replace(/[^a-z0-9_]/g, "\\$&")}`, "i");

/** Returns the score of a section; words in headings count most. Returns 0 if a word is missing. */
function score(section, words, patterns) {
  let sum = 0;
  for (const [at, pattern] of patterns.entries()) {
    if (!pattern.test(section.all)) return 0;
    sum += section.heading.toLowerCase() === words[at] ? 20 : pattern.test(section.names) ? 5 : 1;
  }
  return sum;
}

/** Returns the words of a section around the first hit. */
function around(section, patterns) {
  const text = section.words;
  const hit = patterns.map((pattern) => text.search(pattern)).find((at) => at >= 0) ?? 0;
  const at = Math.max(0, hit - AROUND);
  const end = Math.min(text.length, at + 3 * AROUND);
  return `${at > 0 ? "…" : ""}${text.slice(at, end)}${end < text.length ? "…" : ""}`;
}

function entry(section, patterns) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = section.address;
  const both = section.heading === section.title ? section.title : `${section.title}: ${section.heading}`;
  link.textContent = both;
  const text = document.createElement("p");
  text.textContent = around(section, patterns);
  item.append(link, text);
  return item;
}

function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  index.hidden = words.length > 0;
  if (words.length === 0) {
    found.replaceChildren();
    return;
  }
  const patterns = words.map(beginning);
  const hits = sections
    .map((section) => ({ section, points: score(section, words, patterns) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points);
  const list = document.createElement("ul");
  list.className = "found";
  list.append(...hits.slice(0, LIMIT).map(({ section }) => entry(section, patterns)));
  const count = document.createElement("p");
  const more = hits.length > LIMIT ? `, the best ${LIMIT} of them below` : "";
  count.textContent = hits.length === 0 ? "Nothing has all of these words." : `Places: ${hits.length}${more}`;
  found.replaceChildren(count, list);
}

field.addEventListener("input", show);
field.value = new URLSearchParams(location.search).get("q") ?? "";
show();
