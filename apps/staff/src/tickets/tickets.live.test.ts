import type { LiveEvent } from '@podmoga/contract/events'
import type { Message, MessagePage } from '@podmoga/contract/tickets'
import { message, page } from '@podmoga/web/live/testing-messages'
import { type InfiniteData, InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeLiveCache } from './tickets.live.ts'

const idsOf = (data: InfiniteData<MessagePage> | null | undefined) =>
  data?.pages.flatMap(({ results }) => results.flatMap((group) => group.results.map(({ id }) => id)))

describe('makeLiveCache', () => {
  const KEY = ['tickets', '1', 'messages', '7']
  let client: QueryClient
  let live: ReturnType<typeof makeLiveCache>
  let onServer: Message[]
  const asked = { messages: 0, unread: 0 }
  const leave: (() => void)[] = []
  const eventOf = (message: Message): LiveEvent => ({
    id: '1',
    name: 'message',
    data: { ticket_id: '7', message },
  })
  const shown = () => idsOf(client.getQueryData<InfiniteData<MessagePage>>(KEY))
  const settle = () => vi.advanceTimersByTimeAsync(1000)
  /** Longer than the batching delay, shorter than the delay of the refetch after the stream opens. */
  const burst = () => vi.advanceTimersByTimeAsync(300)
  const open = async () => {
    const messages = new InfiniteQueryObserver<MessagePage>(client, {
      queryKey: KEY,
      queryFn: async () => {
        asked.messages += 1
        return page([...onServer])
      },
      initialPageParam: 1,
      getNextPageParam: () => 2,
    })
    const unread = new QueryObserver(client, {
      queryKey: ['tickets', '1', 'unread'],
      queryFn: async () => {
        asked.unread += 1
        return { unread: 0 }
      },
    })
    leave.push(
      messages.subscribe(() => {}),
      unread.subscribe(() => {}),
    )
    await settle()
    return messages
  }

  beforeEach(() => {
    vi.useFakeTimers()
    client = new QueryClient()
    live = makeLiveCache(client, '1')
    onServer = [message(1)]
    asked.messages = 0
    asked.unread = 0
  })
  afterEach(() => {
    for (const stop of leave.splice(0)) stop()
    live.stop()
    client.clear()
    vi.useRealTimers()
  })

  test('a conversation fetched before the stream opened is refetched once for a burst, and never again', async () => {
    await open()
    live.onOpen(false)
    onServer = [message(1), message(2), message(3), message(4)]
    live.onEvent(eventOf(message(3)))
    live.onEvent(eventOf(message(4)))
    await settle()
    expect(asked.messages).toBe(2)
    // The message from before the stream opened is included.
    expect(shown()).toEqual(['1', '2', '3', '4'])

    const { dataUpdatedAt } = client.getQueryState(KEY) ?? {}
    live.onEvent(eventOf(message(5)))
    live.onEvent(eventOf(message(6)))
    live.onEvent(eventOf(message(6)))
    expect(shown()).toEqual(['1', '2', '3', '4', '5', '6'])
    await settle()
    expect(asked.messages).toBe(2)
    expect(client.getQueryState(KEY)?.dataUpdatedAt).toBe(dataUpdatedAt)
  })

  test('a query fetched before the stream opened is refetched: events in between may have been missed', async () => {
    await open()
    live.onOpen(false)
    onServer = [message(1), message(2)]
    await settle()
    expect(asked.messages).toBe(2)
    expect(shown()).toEqual(['1', '2'])
    await settle()
    expect(asked.messages).toBe(2)
  })

  test('a stream that goes on from where it was has missed nothing', async () => {
    live.onOpen(false)
    await open()
    live.onOpen(true)
    live.onEvent(eventOf(message(2)))
    expect(shown()).toEqual(['1', '2'])
    await settle()
    expect(asked.messages).toBe(1)
  })

  test('after a gap of the stream the next message is asked for', async () => {
    live.onOpen(false)
    await open()
    live.onEvent(eventOf(message(2)))
    expect(shown()).toEqual(['1', '2'])
    live.onOpen(false)
    onServer = [message(1), message(2), message(3), message(4)]
    live.onEvent(eventOf(message(4)))
    await settle()
    expect(asked.messages).toBe(2)
    expect(shown()).toEqual(['1', '2', '3', '4'])
  })

  test('an older page does not stand for the newest one', async () => {
    const messages = await open()
    live.onOpen(false)
    void messages.fetchNextPage()
    await burst()
    const before = asked.messages
    live.onEvent(eventOf(message(3)))
    await burst()
    expect(asked.messages).toBeGreaterThan(before)
  })

  test('one’s own message, and one that comes while the conversation is being read, wait for the server', async () => {
    live.onOpen(false)
    await open()
    live.onEvent(eventOf(message(2, { is_mine: true })))
    expect(shown()).toEqual(['1'])
    onServer = [message(1), message(2)]
    await settle()
    expect(shown()).toEqual(['1', '2'])

    void client.invalidateQueries({ queryKey: KEY })
    onServer = [message(1), message(2), message(3)]
    live.onEvent(eventOf(message(3)))
    await settle()
    expect(shown()).toEqual(['1', '2', '3'])
    expect(asked.messages).toBe(4)
  })

  test('the unread count comes from the event, without a request', async () => {
    live.onOpen(false)
    await open()
    live.onEvent({ id: '1', name: 'unread', data: { unread: 5 } })
    await settle()
    expect(client.getQueryData(['tickets', '1', 'unread'])).toEqual({ unread: 5 })
    expect(asked.unread).toBe(1)
  })
})
