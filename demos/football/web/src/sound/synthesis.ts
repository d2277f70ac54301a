/** Sounds made from noise and oscillators, without any files. Times are in seconds, levels from 0 to 1. */
export function createSynthesis(context: AudioContext) {
  const out = context.createDynamicsCompressor();
  out.connect(context.destination);
  const noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = noise.getChannelData(0);
  let state = 1;
  for (let at = 0; at < samples.length; at += 1) {
    // A fixed sequence works as well as random numbers.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    samples[at] = state / 2147483648 - 1;
  }
  const shaped = (level: number, secs: number, pan: number, attack = 0.002) => {
    const gain = context.createGain();
    const now = context.currentTime;
    gain.gain.setValueAtTime(0, now);
    gain.gain.linearRampToValueAtTime(level, now + attack);
    gain.gain.exponentialRampToValueAtTime(0.0004, now + secs);
    const panner = context.createStereoPanner();
    panner.pan.value = Math.max(-1, Math.min(1, pan));
    gain.connect(panner).connect(out);
    return gain;
  };
  return {
    /** Plays noise around a frequency: a step, a net, the hiss of a tackle. */
    hiss(
      filter: BiquadFilterType,
      frequency: number,
      q: number,
      level: number,
      secs: number,
      pan: number,
    ) {
      const source = context.createBufferSource();
      source.buffer = noise;
      source.playbackRate.value = 0.9 + 0.2 * Math.random();
      const band = context.createBiquadFilter();
      band.type = filter;
      band.frequency.value = frequency;
      band.Q.value = q;
      source.connect(band).connect(shaped(level, secs, pan));
      source.start(0, Math.random() * 0.5, secs + 0.05);
    },
    /** Plays a falling tone: a kick, a bounce. */
    thump(from: number, to: number, level: number, secs: number, pan: number) {
      const tone = context.createOscillator();
      tone.frequency.setValueAtTime(from, context.currentTime);
      tone.frequency.exponentialRampToValueAtTime(to, context.currentTime + secs);
      tone.connect(shaped(level, secs, pan));
      tone.start();
      tone.stop(context.currentTime + secs + 0.05);
    },
    /** Plays the partials of struck metal: a post. */
    ring(partials: readonly number[], level: number, secs: number, pan: number) {
      partials.forEach((frequency, place) => {
        const tone = context.createOscillator();
        tone.frequency.value = frequency;
        tone.connect(shaped(level / (1 + place), secs / (1 + 0.4 * place), pan));
        tone.start();
        tone.stop(context.currentTime + secs + 0.05);
      });
    },
    /** Plays a pea whistle. */
    whistle(level: number, secs: number) {
      const gain = shaped(level, secs, 0, 0.02);
      const pea = context.createOscillator();
      pea.frequency.value = 34;
      const depth = context.createGain();
      depth.gain.value = 70;
      pea.connect(depth);
      for (const frequency of [2150, 2330]) {
        const tone = context.createOscillator();
        tone.type = "triangle";
        tone.frequency.value = frequency;
        depth.connect(tone.frequency);
        tone.connect(gain);
        tone.start();
        tone.stop(context.currentTime + secs + 0.05);
      }
      pea.start();
      pea.stop(context.currentTime + secs + 0.05);
    },
  };
}

export type Synthesis = ReturnType<typeof createSynthesis>;
