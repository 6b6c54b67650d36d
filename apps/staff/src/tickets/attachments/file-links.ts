import type { Attachment } from '@podmoga/contract/tickets'

// The server's links live five minutes or more.
const LIFE_MS = 4 * 60_000

/** Whether links that came at this moment may have run out. */
export const isOldLink = (fetchedAt: number, now = Date.now()): boolean => now - fetchedAt > LIFE_MS

const shown = new Map<string, { url: string; at: number }>()

/**
 * The address a picture is shown from. Each answer signs its links anew; a picture that is already drawn keeps its
 * address while that one lives, or every refresh would load it again.
 */
export const shownUrl = ({ id, file_url }: Attachment, fetchedAt: number, isBroken = false): string => {
  const kept = shown.get(id)
  if (kept !== undefined && !isBroken && fetchedAt - kept.at < LIFE_MS) return kept.url
  shown.set(id, { url: file_url, at: fetchedAt })
  return file_url
}
