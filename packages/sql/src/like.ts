/** A `like` pattern for texts that contain this one; its special characters are escaped. */
export const likeOf = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`
