/** The pattern of `like` for texts that hold this one, its own signs meaning nothing. */
export const likeOf = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`
