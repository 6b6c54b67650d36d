import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refetchAfterEvent } from './refetch.ts'

/** Shows a query whose fetches the test answers. */
const show = () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const fetches: PromiseWithResolvers<string>[] = []
  const queryFn = () => {
    const fetch = Promise.withResolvers<string>()
    fetches.push(fetch)
    return fetch.promise
  }
  const observer = new QueryObserver(client, { queryKey: ['ticket', '31'], queryFn })
  const leave = observer.subscribe(() => undefined)
  return { client, fetches, shown: () => observer.getCurrentResult().data, leave }
}

test('an event during the first fetch: what was answered before it is fetched again', async () => {
  const { client, fetches, shown, leave } = show()
  refetchAfterEvent(client, { queryKey: ['ticket'] })
  fetches[0]?.resolve('before the merge')
  await expect.poll(() => fetches.length).toBe(2)
  fetches[1]?.resolve('after it')
  await expect.poll(shown).toBe('after it')
  leave()
})

test('a first fetch that fails is left to its retry; a later fetch is restarted at once', async () => {
  const { client, fetches, shown, leave } = show()
  refetchAfterEvent(client, { queryKey: ['ticket'] })
  fetches[0]?.reject(new Error('no network'))
  await expect.poll(() => client.getQueryState(['ticket', '31'])?.status).toBe('error')
  expect(fetches).toHaveLength(1)
  void client.refetchQueries()
  fetches[1]?.resolve('first')
  await expect.poll(shown).toBe('first')
  refetchAfterEvent(client, { queryKey: ['ticket'] })
  refetchAfterEvent(client, { queryKey: ['ticket'] })
  expect(fetches).toHaveLength(4)
  fetches[3]?.resolve('last')
  await expect.poll(shown).toBe('last')
  expect(fetches).toHaveLength(4)
  leave()
})
