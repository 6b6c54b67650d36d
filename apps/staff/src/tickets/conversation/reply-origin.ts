interface Content {
  text: string
  files: readonly File[]
}

export const isSameContent = (one: Content, other: Content): boolean =>
  one.text === other.text &&
  one.files.length === other.files.length &&
  one.files.every((file, at) => file.name === other.files[at]?.name && file.size === other.files[at]?.size)

/**
 * What becomes of words in the field that came back from a failed reply, its origin, once the replies on their way have
 * changed: they stay, they go with it (it is being sent, or has been, from here or from another tab), or they are on their
 * own from now on. `known` is the origin as it was last seen here, null before that: it may still be coming from the disk.
 */
export const afterChange = (
  draft: Content,
  origin: (Content & { state: string }) | undefined,
  known: Content | null,
  wasSent: boolean,
): 'stays' | 'goes' | 'is_free' => {
  if (origin?.state === 'failed' || (origin === undefined && known === null)) return 'stays'
  const gone = origin ?? (wasSent ? known : null)
  return gone !== null && isSameContent(gone, draft) ? 'goes' : 'is_free'
}
