// Signs that turn the direction of what follows: a name with them shows another ending than it has.
const TURNS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** A file's name as it is shown: nothing in it turns its ending round. The server keeps names without these signs, too. */
export const plainName = (name: string): string => name.replace(TURNS, '')
