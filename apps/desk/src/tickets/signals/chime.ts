const TONES_HZ = [880, 1175]
const TONE_S = 0.14
const LOUD = 0.12

let context: AudioContext | undefined

/** Plays two short tones. Silent if the browser blocks sound before the first user gesture. */
export const chime = (): void => {
  try {
    context ??= new AudioContext()
    const { currentTime: now } = context
    for (const [at, hertz] of TONES_HZ.entries()) {
      const tone = context.createOscillator()
      const gain = context.createGain()
      const start = now + at * TONE_S
      tone.frequency.value = hertz
      gain.gain.setValueAtTime(LOUD, start)
      gain.gain.exponentialRampToValueAtTime(0.001, start + TONE_S)
      tone.connect(gain).connect(context.destination)
      tone.start(start)
      tone.stop(start + TONE_S)
    }
  } catch {
    // No Web Audio in this browser.
  }
}
