/** Pictures that were seen: articles' and messages'. */
export const PICTURES = 'pictures'
/** Pictures of the frequent questions, made small, under the addresses they had when they were fetched. */
export const POCKET = 'pocket'
/** What another app has handed over, until the form takes it. */
export const SHARED = 'shared'
/** What was read, by person and restaurant. */
export const ANSWERS_DATABASE = 'podmoga-answers'
/** Of one person each: emptied when another comes, or nobody is left. */
const OF_A_PERSON = [PICTURES, POCKET, SHARED]

/** Empties what the worker holds of the person who was here. */
export const emptyCaches = async (): Promise<void> => {
  if (!('caches' in globalThis)) return
  // A browser that refuses its storage has nothing in it.
  await Promise.all(OF_A_PERSON.map((name) => caches.delete(name).catch(() => false)))
}
