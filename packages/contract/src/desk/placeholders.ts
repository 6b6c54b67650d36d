const PLACEHOLDER = /\{([а-яё][а-яё ]{0,30})\}/giu

/** The values that a ticket provides, by placeholder name. */
export interface Known {
  имя: string | null | undefined
  ресторан: string | null | undefined
  номер: string | null | undefined
}

/** Fills in the known placeholders of a text; the others stay in their braces. */
export const fillPlaceholders = (text: string, known: Known): string =>
  text.replace(
    PLACEHOLDER,
    (whole, name: string) =>
      (known as unknown as Record<string, string | null | undefined>)[name.toLowerCase()] || whole,
  )

/** The placeholders left in a text, each once. */
export const unfilled = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([whole]) => whole)),
]
