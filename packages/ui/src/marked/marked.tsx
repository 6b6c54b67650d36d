interface MarkedProps {
  /** The text split at the search hits. */
  pieces: readonly { text: string; is_hit: boolean }[]
}

/** A text with its search hits highlighted. */
export function Marked({ pieces }: MarkedProps) {
  return pieces.map(({ text, is_hit }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no ids and are replaced as a whole
    is_hit ? <mark key={at}>{text}</mark> : text,
  )
}
