const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

const plain = (escaped: string): string =>
  escaped.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')

/** A snippet in pieces: what stands between <mark> and </mark> is a hit, everything else is text. */
export const snippetPieces = (snippet: string): { text: string; isHit: boolean }[] =>
  snippet
    .split(/<mark>(.*?)<\/mark>/s)
    .map((text, index) => ({ text: plain(text), isHit: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
