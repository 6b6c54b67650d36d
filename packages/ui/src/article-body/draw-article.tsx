import { type Rewritten, rewriteHtml, tagOf } from '../lib/rewrite-html.ts'
import { calloutIcon } from './callout-icons.tsx'

const KIND = /\bcallout-(\w+)/
const SCROLLING: Record<string, string> = { table: 'Таблица', pre: 'Код' }

const drawnTag = (name: string, attributes: Record<string, string>): Rewritten | undefined => {
  if (name === 'aside') {
    const { class: names = '' } = attributes
    const kind = KIND.exec(names)?.[1] ?? 'info'
    const opening = tagOf(name, { role: 'note', 'data-callout': kind })
    return { opening: `${opening}${calloutIcon(kind)}<div>`, closing: '</div></aside>' }
  }
  const label = SCROLLING[name]
  if (label === undefined) return undefined
  const box = tagOf('div', { 'data-scroll': label })
  return { opening: box + tagOf(name, attributes), closing: `</${name}></div>` }
}

/**
 * The markup that dress-up.tsx makes of an article's text, for the server, which has no document: shown until the app has loaded.
 * Pass only HTML that the server has cleaned.
 */
export const drawArticle = (clean: string): string => rewriteHtml(clean, drawnTag)
