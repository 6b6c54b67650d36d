const PLACEHOLDER = /\{([а-яё][а-яё ]{0,30})\}/giu

/** What a ticket itself knows, by the name that stands for it in {braces}. */
export interface Known {
  имя: string | null | undefined
  ресторан: string | null | undefined
  номер: string | null | undefined
}

/** A text with what is known filled in; what is not stays in its braces. */
export const fillPlaceholders = (text: string, known: Known): string =>
  text.replace(
    PLACEHOLDER,
    (whole, name: string) =>
      (known as unknown as Record<string, string | null | undefined>)[name.toLowerCase()] || whole,
  )

/** The names in braces that nobody has filled in, each once. */
export const unfilled = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([whole]) => whole)),
]
