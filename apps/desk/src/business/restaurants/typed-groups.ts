/** Parses comma-separated groups, without duplicates. */
export const typedGroups = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
]
