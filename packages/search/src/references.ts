/** A text without its references to other articles, and those references. */
export type Parted = { own: string; references: string }

const SEE_ALSO =
  /^(?:см\. также|смотри(?:те)? также|продолжите изучение|дополнительные (?:ресурсы|сведения|материалы)|связанные |похожие |читайте также|полезные ссылки|что дальше|следующие шаги|ссылки$|see also|related )/i
const POINTER =
  /(?:см\.|смотри|ознаком|чита|сведени|информаци|описан|подробн)[^.\n«"]{0,60}?(?:раздел|стать|тем[аеуы]\s|документаци)\p{L}*\s+[^.\n]{4,160}|(?:^|\s)(?:см\.|смотрите)\s+(?!также)[^.\n]{4,160}/giu

/**
 * Separates a text from its references to other articles: the lists under «См. также» and phrases like «подробнее см. в
 * разделе …». A material should not be found by the titles that it refers to.
 * @param headings the article's headings, to find where such a list ends
 * @param links texts of its links to other articles
 */
export function partReferences(
  text: string,
  headings: readonly string[],
  links: readonly string[] = [],
): Parted {
  const known = new Set(headings)
  const own: string[] = []
  const references: string[] = []
  let pointing = false
  for (const line of text.split('\n')) {
    if (known.has(line)) pointing = SEE_ALSO.test(line)
    if (pointing) {
      references.push(line)
      continue
    }
    if (!line.includes('см.') && !line.includes('Дополнительн') && !/раздел|стать/.test(line)) own.push(line)
    else {
      own.push(
        line.replace(POINTER, (pointer) => {
          references.push(pointer)
          return ' '
        }),
      )
    }
  }
  let rest = own.join('\n')
  for (const link of links) {
    if (!link || !rest.includes(link)) continue
    rest = rest.replace(link, ' ')
    references.push(link)
  }
  return { own: rest, references: references.join('\n') }
}
