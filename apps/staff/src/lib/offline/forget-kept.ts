import type { Kept } from '@podmoga/web/kept/kept-answers'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { PICTURES } from './caches.ts'
import { db, prefixOf, remove, type Whose } from './kept-answers.ts'

/** Deletes this user's kept answers in this restaurant for which `isGone` is true; returns their data. */
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

/** Deletes these pictures from the cache of pictures shown. */
export const forgetPictures = async (addresses: readonly string[]): Promise<void> => {
  if (!('caches' in globalThis) || addresses.length === 0) return
  const seen = await caches.open(PICTURES)
  await Promise.all(addresses.map((address) => seen.delete(address)))
}
