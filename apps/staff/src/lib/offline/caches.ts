/** Cache of pictures shown in articles and messages. */
export const PICTURES = 'pictures'
/** Cache of shrunk pictures of the frequent questions, by the URL they were fetched from. */
export const OFFLINE_PICTURES = 'pocket'
/** Cache of files shared by another app, until the form takes them. */
export const SHARED = 'shared'
/** Database of kept answers, by user and restaurant. */
export const ANSWERS_DATABASE = 'podmoga-answers'
/** Caches of one user: emptied when another signs in, or on sign-out. */
const OF_A_PERSON = [PICTURES, OFFLINE_PICTURES, SHARED]

/** Deletes what the service worker holds of the previous user. */
export const emptyCaches = async (): Promise<void> => {
  if (!('caches' in globalThis)) return
  // If the browser refuses storage, there is nothing to delete.
  await Promise.all(OF_A_PERSON.map((name) => caches.delete(name).catch(() => false)))
}
