/** The colours of the scene by day and under floodlights. */
export interface Mood {
  sky: [top: number, horizon: number];
  sun: { colour: number; strength: number; from: [number, number, number] };
  ambient: { sky: number; ground: number; strength: number };
  grass: [number, number];
  line: string;
  track: number;
  beyond: number;
  trees: [number, number];
  seats: [number, number];
  concrete: number;
}

export const DAY: Mood = {
  sky: [0x4f93d6, 0xd7e8f2],
  sun: { colour: 0xfff1d8, strength: 2.6, from: [-0.5, 1, 0.55] },
  ambient: { sky: 0xcfe3ff, ground: 0x6f8a55, strength: 1.25 },
  grass: [0x58a13c, 0x4b9034],
  line: "#f7f8f2",
  track: 0xa5553f,
  beyond: 0x7f9a5b,
  trees: [0x3f7a35, 0x5b9142],
  seats: [0xd9dde3, 0x2f6bb5],
  concrete: 0xb9b6ae,
};

export const NIGHT: Mood = {
  sky: [0x0a1020, 0x25344f],
  sun: { colour: 0xeaf2ff, strength: 3.1, from: [-0.42, 1, 0.5] },
  ambient: { sky: 0x8ea6d8, ground: 0x3c5a42, strength: 1.25 },
  grass: [0x3f9440, 0x348438],
  line: "#eef3ee",
  track: 0x5d352f,
  beyond: 0x24382c,
  trees: [0x173021, 0x21402a],
  seats: [0x8d98ab, 0x274f8f],
  concrete: 0x585e68,
};
