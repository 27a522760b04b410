// Short tones for moves, points and the end of a game.

/** Frequencies of the tones, one after the other, in hertz. */
const TONES = { move: [220], points: [440, 660], end: [392, 330, 262] };
/** Duration of a tone, in seconds. */
const TONE = 0.09;
const VOLUME = 0.12;

/** @type {AudioContext | null} */
let context = null;

/**
 * Plays a sound. Browsers are silent before the first click or key of a visit.
 * @param {keyof typeof TONES} sound
 */
export function play(sound) {
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const frequency of TONES[sound]) {
    const tone = new OscillatorNode(context, { type: "triangle", frequency });
    const volume = new GainNode(context, { gain: 0 });
    // Without a ramp at both ends, a tone clicks.
    volume.gain.setValueAtTime(0, at).linearRampToValueAtTime(VOLUME, at + 0.01).linearRampToValueAtTime(0, at + TONE);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + TONE);
    at += TONE;
  }
}
