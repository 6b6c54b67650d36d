import type { Attachment } from '@podmoga/contract/tickets'
import { LINK_LIFE_MS } from '../../lib/file-links.ts'

const shown = new Map<string, { url: string; at: number }>()

/**
 * The URL of a picture. Each answer contains newly signed URLs; a picture already shown keeps its URL while that is valid, or
 * every refetch would load it again.
 */
export const shownUrl = ({ id, file_url }: Attachment, fetchedAt: number, isBroken = false): string => {
  const kept = shown.get(id)
  if (kept !== undefined && !isBroken && fetchedAt - kept.at < LINK_LIFE_MS) return kept.url
  shown.set(id, { url: file_url, at: fetchedAt })
  return file_url
}
