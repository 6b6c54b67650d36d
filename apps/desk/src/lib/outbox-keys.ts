/** Where everything of the desk is sent from. */
export const PLACE = 'desk'
/** The key of a draft's record. */
export const draftKey = (person: string, name: string): string => `${person}/${PLACE}/${name}`
