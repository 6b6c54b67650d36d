import type { Kept } from '@podmoga/web/kept/kept-answers'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { PICTURES } from './caches.ts'
import { db, prefixOf, remove, type Whose } from './kept-answers.ts'

/** Forgets those answers of this person in this restaurant that they may not read any more; gives back what they said. */
export const forgetKept = async (
  whose: Whose,
  queryClient: QueryClient,
  isGone: (key: QueryKey, data: unknown) => boolean,
): Promise<unknown[]> => {
  const gone = (await db.entries<Kept>('answers', prefixOf(whose))).filter(([, { key, data }]) =>
    isGone(key, data),
  )
  await remove(gone.map(([name]) => name))
  queryClient.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey, state }) => state.data !== undefined && isGone(queryKey, state.data),
  })
  return gone.map(([, { data }]) => data)
}

/** Takes these pictures out of what was seen. */
export const forgetPictures = async (addresses: readonly string[]): Promise<void> => {
  if (!('caches' in globalThis) || addresses.length === 0) return
  const seen = await caches.open(PICTURES)
  await Promise.all(addresses.map((address) => seen.delete(address)))
}
