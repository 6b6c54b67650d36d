import { calloutIcon } from './callout-icons.tsx'

const ASIDE = /<aside(?: class="([^"]*)")?>([\s\S]*?)<\/aside>/g
const KIND = /\bcallout-(\w+)/

const boxed = (label: string, html: string): string => `<div data-scroll="${label}">${html}</div>`

/**
 * The markup that dress-up.tsx makes of an article's text, where there is no document: drawn by the server for the
 * moment before the app comes. Give it the server's own clean HTML only, in which a tag is found by its beginning.
 */
export const drawArticle = (clean: string): string =>
  clean
    .replace(ASIDE, (_, names: string | undefined, inner: string) => {
      const kind = KIND.exec(names ?? '')?.[1] ?? 'info'
      return `<aside role="note" data-callout="${kind}">${calloutIcon(kind)}<div>${inner}</div></aside>`
    })
    .replace(/<table>[\s\S]*?<\/table>/g, (table) => boxed('Таблица', table))
    .replace(/<pre>[\s\S]*?<\/pre>/g, (code) => boxed('Код', code))
