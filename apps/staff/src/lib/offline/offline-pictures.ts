import { OFFLINE_PICTURES } from './caches.ts'

/** Maximum size of all pictures kept for offline use. */
const MOST_BYTES = 3_000_000
const LONGEST_PX = 900
const QUALITY = 0.7

// URLs of files contain no escapes, and DOMParser is blocked for strings (Trusted Types).
const addressesIn = (html: string): string[] =>
  [...html.matchAll(/<img[^>]*?\ssrc="([^"]+)"/g)].map(([, address = '']) => address)

/** URLs of the pictures in these articles, covers first, without duplicates; only those of this site. */
export const picturesOf = (
  articles: readonly { cover?: string | null | undefined; content: string }[],
): string[] => [
  ...new Set(
    [
      ...articles.map(({ cover }) => cover ?? ''),
      ...articles.flatMap(({ content }) => addressesIn(content)),
    ].filter((address) => address.startsWith('/files/')),
  ),
]

const shrunk = async (whole: Blob): Promise<Blob> => {
  const image = await createImageBitmap(whole)
  try {
    const scale = Math.min(1, LONGEST_PX / Math.max(image.width, image.height))
    const size = [
      Math.max(1, Math.round(image.width * scale)),
      Math.max(1, Math.round(image.height * scale)),
    ] as const
    const canvas = Object.assign(document.createElement('canvas'), { width: size[0], height: size[1] })
    const context = canvas.getContext('2d')
    if (context === null) return whole
    context.fillStyle = '#fff'
    context.fillRect(0, 0, ...size)
    context.drawImage(image, 0, 0, ...size)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    return blob !== null && blob.size < whole.size ? blob : whole
  } finally {
    image.close()
  }
}

/** Stores pictures for offline use, in this order, within the size limit; deletes stored ones that are not listed. */
export const keepPictures = async (
  addresses: readonly string[],
  mayContinue: () => boolean,
): Promise<void> => {
  if (!('caches' in globalThis)) return
  const cache = await caches.open(OFFLINE_PICTURES)
  const wanted = new Set(addresses.map((address) => new URL(address, location.origin).href))
  for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url)
  let spaceLeft = MOST_BYTES
  for (const address of addresses) {
    if (!mayContinue()) return
    const known = await cache.match(address)
    const picture = known === undefined ? await fetchSmall(address) : await known.blob()
    if (picture === null || picture.size > spaceLeft) continue
    spaceLeft -= picture.size
    if (known === undefined)
      await cache.put(address, new Response(picture, { headers: { 'content-type': picture.type } }))
  }
}

const fetchSmall = async (address: string): Promise<Blob | null> => {
  try {
    const answer = await fetch(address)
    return answer.ok ? await shrunk(await answer.blob()) : null
  } catch {
    return null
  }
}
