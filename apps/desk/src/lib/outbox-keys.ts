/** Scope of all outbox records of the desk. */
export const SCOPE_KEY = 'desk'
/** The key of a draft's record. */
export const draftKey = (person: string, name: string): string => `${person}/${SCOPE_KEY}/${name}`
