import { toast } from '@podmoga/ui/toast/toast'
import { isOnline } from '@podmoga/web/connectivity'
import type { MouseEvent } from 'react'
import { FILE_LINKS } from './file-links.texts.ts'

/** The server's links are valid for five minutes or more. */
export const LINK_LIFE_MS = 4 * 60_000

/** Whether links fetched at this time may have expired. */
export const isOldLink = (fetchedAt: number, now = Date.now()): boolean => now - fetchedAt > LINK_LIFE_MS

export const tellNotOpened = (): void => toast.danger({ title: FILE_LINKS.not_opened })

/**
 * Handles a press on a link to a file: one that may have expired is replaced by what `freshUrl` returns, null if the server gives
 * none. Offline the browser may still have the file.
 */
export const openFresh = async (
  event: MouseEvent,
  fetchedAt: number,
  freshUrl: () => Promise<string | null>,
): Promise<void> => {
  if (!isOldLink(fetchedAt) || !isOnline()) return
  event.preventDefault()
  // Opened synchronously, or the browser would block it as a pop-up.
  const tab = window.open('', '_blank')
  const url = await freshUrl()
  if (tab !== null && url !== null) {
    tab.opener = null
    tab.location.replace(url)
    return
  }
  tab?.close()
  tellNotOpened()
}
