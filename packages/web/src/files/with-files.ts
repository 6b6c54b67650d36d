export const isSameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

/** Files with others after them; what stands there already is not doubled. */
export const withFiles = (files: readonly File[], more: readonly File[]): File[] => [
  ...files,
  ...more.filter((file) => !files.some((one) => isSameFile(one, file))),
]
