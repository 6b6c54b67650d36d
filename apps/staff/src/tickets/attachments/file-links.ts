import type { Attachment } from '@podmoga/contract/tickets'

// The server's links are valid for five minutes or more.
const LIFE_MS = 4 * 60_000

/** Whether links fetched at this time may have expired. */
export const isOldLink = (fetchedAt: number, now = Date.now()): boolean => now - fetchedAt > LIFE_MS

const shown = new Map<string, { url: string; at: number }>()

/**
 * The URL of a picture. Each answer contains newly signed URLs; a picture already shown keeps its URL while that is valid, or
 * every refetch would load it again.
 */
export const shownUrl = ({ id, file_url }: Attachment, fetchedAt: number, isBroken = false): string => {
  const kept = shown.get(id)
  if (kept !== undefined && !isBroken && fetchedAt - kept.at < LIFE_MS) return kept.url
  shown.set(id, { url: file_url, at: fetchedAt })
  return file_url
}
