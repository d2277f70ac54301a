import { ZONES, type Zone } from "./loft";
import { NONE, PATTERNS, type Pattern } from "./patterns";

type Colours = Record<Zone, number>;

/** The kit of a team. */
interface Kit {
  name: string;
  shirt: number;
  second: number;
  trim: number;
  shorts: number;
  socks: number;
  ink: number;
  pattern: Pattern;
}

/** The kits of the two teams, except their keepers'. */
export const KITS: readonly [Kit, Kit] = [
  {
    name: "Reds",
    shirt: 0xc8262e,
    second: 0xa81a24,
    trim: 0xf5f1e6,
    shorts: 0xf5f1e6,
    socks: 0xc8262e,
    ink: 0xffffff,
    pattern: "stripes",
  },
  {
    name: "Blues",
    shirt: 0x1d5fc4,
    second: 0xf2f4f8,
    trim: 0x12306b,
    shorts: 0x12306b,
    socks: 0x1d5fc4,
    ink: 0xffffff,
    pattern: "band",
  },
];

const KEEPERS: readonly [Kit, Kit] = [
  {
    ...KITS[0],
    shirt: 0xe8b92c,
    second: 0xd9a818,
    shorts: 0x23262d,
    socks: 0xe8b92c,
    trim: 0x23262d,
    ink: 0x1c1f26,
    pattern: "plain",
  },
  {
    ...KITS[1],
    shirt: 0x1f9d63,
    second: 0x178552,
    shorts: 0x1b1e25,
    socks: 0x1f9d63,
    trim: 0xdfeee4,
    pattern: "plain",
  },
];

const SKINS = [0xf0c8a4, 0xe3b38c, 0xcf9a6e, 0xa8714a, 0x7e5034, 0x5c3a26];
const HAIRS = [0x1c1512, 0x2d1f17, 0x4a2f1d, 0x7a4e28, 0xb98a4a, 0x8a8a88, 0x101012];
const BOOTS = [0x16181d, 0xf4f4f2, 0xf2603a, 0x2fd0c0, 0xe8e23a, 0x16181d];

/** The look of a footballer. */
export interface Look {
  colours: Colours;
  /** The second colour of the shirt. */
  second: number;
  /** The colour of the number on the shirt. */
  ink: number;
  pattern: number;
  /** The thickness of the hair in metres; negative for none. */
  hair: number;
  number: number;
}

/** Chooses the look of a footballer. The same arguments always give the same look. */
export function lookOf(team: number, number: number, isKeeper: boolean, seed: number): Look {
  const kit = (isKeeper ? KEEPERS : KITS)[team === 0 ? 0 : 1];
  const draw = (salt: number) => hash(seed * 7919 + team * 104729 + number * 1299709 + salt);
  const pick = (from: readonly number[], salt: number) =>
    from[Math.floor(draw(salt) * from.length)] ?? 0;
  const skin = pick(SKINS, 1);
  return {
    colours: {
      skin,
      hair: pick(HAIRS, 2),
      shirt: kit.shirt,
      trim: kit.trim,
      shorts: kit.shorts,
      socks: kit.socks,
      boots: pick(BOOTS, 3),
      gloves: isKeeper ? 0xf0f0f0 : skin,
    },
    second: kit.second,
    ink: kit.ink,
    pattern: PATTERNS[kit.pattern] ?? NONE,
    hair: draw(4) < 0.12 ? -0.03 : draw(5) * 0.022,
    number,
  };
}

/** Returns a number from 0 to 1 for a seed. */
function hash(seed: number): number {
  let x = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b);
  x = Math.imul(x ^ (x >>> 16), 0x45d9f3b);
  return ((x ^ (x >>> 16)) >>> 0) / 4294967296;
}

/** Returns the colours in the order of the zones. */
export const inZones = (colours: Colours): number[] => {
  const list: number[] = [];
  for (const [zone, place] of Object.entries(ZONES)) list[place] = colours[zone as Zone];
  return list;
};
