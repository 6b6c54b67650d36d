import type { Plugin } from 'vite'

const FILE = /react-aria[\\/]dist[\\/]private[\\/]intl[\\/](overlays|toast|combobox)[\\/]ru-RU\.mjs$/
const CLOSE = 'Закрыть'

/** The forms for 2–4 (`few`), by the form that the library uses for everything but 1. */
const FEW: Record<string, string> = {
  уведомления: 'уведомления',
  параметров: 'параметра',
  параметрами: 'параметрами',
}
const MANY: Record<string, string> = {
  уведомления: 'уведомлений',
  параметров: 'параметров',
  параметрами: 'параметрами',
}

/**
 * Corrects a Russian dictionary of react-aria: hidden dismiss buttons are labelled «Закрыть», and plurals get the missing
 * `few` form. Returns null for other files.
 */
export function fixRussianStrings(code: string, id: string): string | null {
  if (!FILE.test(id)) return null
  const plain = code.replace(/\\u\{([0-9A-Fa-f]+)\}/g, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  )
  return plain
    .replace(/("dismiss": )`[^`]*`/, `$1\`${CLOSE}\``)
    .replace(/other: \(\)=>`(\$\{[^}]+\}) ([а-яё]+)`/g, (whole, number: string, word: string) => {
      const few = FEW[word]
      const many = MANY[word]
      return few && many
        ? `few: ()=>\`${number} ${few}\`,\n            other: ()=>\`${number} ${many}\``
        : whole
    })
}

/** Vite plugin around {@link fixRussianStrings}. */
export function russianStrings(): Plugin {
  return {
    name: 'podmoga:russian-strings',
    enforce: 'pre',
    transform: {
      filter: { id: FILE },
      handler(code, id) {
        const fixed = fixRussianStrings(code, id)
        return fixed === null ? null : { code: fixed, map: null }
      },
    },
  }
}
