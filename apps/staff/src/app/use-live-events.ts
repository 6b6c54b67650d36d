import type { LiveEvent } from '@podmoga/contract/events'
import { readEvents } from '@podmoga/contract/live'
import { getSettings } from '@podmoga/contract/settings'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { config } from '../lib/config.ts'
import type { Place } from '../lib/place.tsx'
import { keepSettings } from '../lib/settings.ts'
import { placeHeaders } from './call.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
/** Several events of one moment are one look at the server. */
const GATHER_MS = 150

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/**
 * Keeps one live stream open while the page is seen, and calls `onEvent` for whatever happens. A backend without
 * such a call is asked once; a lost stream is opened again, later each time, and misses nothing.
 */
const follow = async (
  restaurantId: string,
  signal: AbortSignal,
  { onOpen, onEvent }: { onOpen: () => void; onEvent: (event: LiveEvent) => void },
) => {
  let last_id: string | null = null
  let wait = FIRST_WAIT_MS
  let replaced = false as boolean
  while (!signal.aborted) {
    let isOpen = false as boolean
    try {
      const headers = await placeHeaders(restaurantId)
      const status = await readEvents({
        base_url: config.base_url,
        headers,
        last_id,
        signal,
        onEvent: (event) => {
          wait = FIRST_WAIT_MS
          if (!isOpen) onOpen()
          isOpen = true
          last_id = event.id ?? last_id
          replaced ||= event.name === 'end' && event.data.reason === 'replaced'
          onEvent(event)
        },
      })
      if (status !== 200 && status !== 401 && status !== 429 && status < 500) return
    } catch {
      // No network, or no token: both are other calls' to tell.
    }
    // Another of the person's tabs has taken the place: this one asks again when it is looked at.
    if (replaced) return
    await sleep(wait, signal)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
}

/** Refreshes what is on the screen when something happens in the restaurant. */
export function useLiveEvents({ restaurantId, call }: Place): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let abort = new AbortController()
    let gathering: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      gathering = undefined
      void queryClient.invalidateQueries({ queryKey: ['tickets', restaurantId] })
    }
    const onEvent = (event: LiveEvent) => {
      if (event.name === 'settings') keepSettings(event.data)
      if (event.name === 'end' || event.name === 'unread' || event.name === 'settings') return
      gathering ??= setTimeout(refresh, GATHER_MS)
    }
    const look = () => {
      abort.abort()
      if (document.visibilityState === 'hidden') return
      abort = new AbortController()
      const { signal } = abort
      // What changed while nobody listened; a server without such settings leaves those the page came with.
      const onOpen = () => void call(getSettings, {}, { signal }).then(keepSettings, () => undefined)
      void follow(restaurantId, signal, { onOpen, onEvent })
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      clearTimeout(gathering)
      abort.abort()
    }
  }, [queryClient, restaurantId, call])
}
