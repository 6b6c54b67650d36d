// Bidirectional control characters: they can make a file name show another extension than it has.
const TURNS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** A file name without bidirectional control characters. The server removes them from names too. */
export const plainName = (name: string): string => name.replace(TURNS, '')
