interface MarkedProps {
  /** A text cut where it says what was looked for. */
  pieces: readonly { text: string; is_hit: boolean }[]
}

/** A text with what was found in it marked. */
export function Marked({ pieces }: MarkedProps) {
  return pieces.map(({ text, is_hit }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name, and are replaced as a whole
    is_hit ? <mark key={at}>{text}</mark> : text,
  )
}
