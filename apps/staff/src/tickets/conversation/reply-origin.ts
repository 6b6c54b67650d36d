interface Content {
  text: string
  files: readonly File[]
}

export const isSameContent = (one: Content, other: Content): boolean =>
  one.text === other.text &&
  one.files.length === other.files.length &&
  one.files.every((file, at) => file.name === other.files[at]?.name && file.size === other.files[at]?.size)

/**
 * Decides about text in the field that was restored from a failed reply (its origin), after a change of the outbox: it stays
 * linked; it goes (the origin is being sent or was sent, from here or another tab); or it becomes independent. `known`: the
 * origin as last seen here, null before that, since it may still be loading from disk.
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
