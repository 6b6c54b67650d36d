const styleOf = (element: Element): string => element.getAttribute('data-style') ?? ''

const wrap = (element: Element, name: string): void => {
  const mark = document.createElement(name)
  mark.append(...element.childNodes)
  element.append(mark)
}

const unwrap = (element: Element): void => element.replaceWith(...element.childNodes)

const BOLD = /font-weight\s*:\s*(?:bold|[6-9]00)/i
const ITALIC = /font-style\s*:\s*italic/i
const NOT_BOLD = /font-weight\s*:\s*(?:normal|400)/i

/** Word pastes lists as paragraphs with a marker. Removes it and returns level and kind; null for other paragraphs. */
const wordItem = (paragraph: Element): { level: number; isOrdered: boolean } | null => {
  const level = /mso-list\s*:[^;]*level(\d+)/i.exec(styleOf(paragraph))
  if (level === null) return null
  const mark = [...paragraph.querySelectorAll('span')].find((span) =>
    /mso-list\s*:\s*ignore/i.test(styleOf(span)),
  )
  const text = mark?.textContent ?? ''
  mark?.remove()
  return { level: Number(level[1]), isOrdered: /^\s*(?:\d+|[a-zа-я])[.)]/i.test(text) }
}

const listsOfWord = (fragment: DocumentFragment): void => {
  // Currently open lists, the outermost first.
  let open: Element[] = []
  let before: Element | null = null
  for (const paragraph of fragment.querySelectorAll('p')) {
    const item = wordItem(paragraph)
    if (item === null) {
      open = []
      continue
    }
    if (before !== null && paragraph.previousElementSibling !== before && open.length > 0) open = []
    open = open.slice(0, item.level)
    if (open.length === 0) {
      const list = document.createElement(item.isOrdered ? 'ol' : 'ul')
      paragraph.before(list)
      open = [list]
      before = list
    }
    while (open.length < item.level) {
      const list = document.createElement(item.isOrdered ? 'ol' : 'ul')
      const outer = open.at(-1)
      const last = outer?.lastElementChild ?? outer?.appendChild(document.createElement('li'))
      last?.append(list)
      open.push(list)
    }
    const line = document.createElement('li')
    line.append(paragraph)
    open.at(-1)?.append(line)
  }
}

/**
 * Cleans a pasted fragment in place: Word and Google Docs styles (kept in `data-style`) become lists, bold and italic;
 * their wrappers and empty paragraphs are removed.
 */
export const tidyPaste = (fragment: DocumentFragment): void => {
  // Google Docs puts everything into a <b> that is not bold.
  for (const bold of fragment.querySelectorAll('b, strong')) if (NOT_BOLD.test(styleOf(bold))) unwrap(bold)
  listsOfWord(fragment)
  for (const span of fragment.querySelectorAll('span')) {
    if (BOLD.test(styleOf(span))) wrap(span, 'strong')
    if (ITALIC.test(styleOf(span))) wrap(span, 'em')
    unwrap(span)
  }
  for (const paragraph of fragment.querySelectorAll('p'))
    if ((paragraph.textContent ?? '').trim() === '' && paragraph.querySelector('img, br + br') === null)
      paragraph.remove()
  for (const styled of fragment.querySelectorAll('[data-style]')) styled.removeAttribute('data-style')
}
