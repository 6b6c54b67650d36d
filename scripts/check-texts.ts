// Checks Russian texts: no straight quotes, no hyphen for a dash, no three dots, no capitals; also that the repository
// names no machine of ours and no package registry, and that every text is used.
import { filesOf, report, textOf } from './files.ts'

const problems: string[] = []
const complain = (path: string, text: string, pattern: RegExp, why: string) => {
  for (const found of text.matchAll(pattern)) {
    const line = text.slice(0, found.index).split('\n').length
    problems.push(`${path}:${line}: ${why}: ${found[0].trim().slice(0, 60)}`)
  }
}

for (const path of filesOf('.ts', '.tsx').filter(
  (path) => /^(apps|packages)\//.test(path) && !/\.test\.tsx?$/.test(path),
)) {
  const text = textOf(path).replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  complain(path, text, /[а-яё] - [а-яё]/gi, 'дефис вместо тире')
  complain(path, text, /[а-яё]\.\.\./gi, 'три точки вместо многоточия')
  complain(path, text, /'[^'\n]*"[а-яё][^'"\n]*"[^'\n]*'/gi, 'прямые кавычки вместо «ёлочек»')
  // A name that contains quotes must not get a second pair of the same quotes.
  if (
    !/^(apps\/server\/src\/(db|backup|ports|installation|config)|packages\/(ui|search)\/)|quoted\.ts$|\.testing\./.test(
      path,
    )
  )
    complain(path, text, /«[^»\n]*\$\{|«\{|«[^»\n]*«[^\n]*'/g, 'имя в кавычках: quoted()')
  complain(path, text, /[а-яё]\((?:а|ла|ась|на|ая)\)/g, 'род в скобках')
  // Placeholders in a command's usage are in capitals.
  if (!path.startsWith('apps/server/'))
    complain(path, text, /(?<![а-яё])[А-ЯЁ]{5,}(?![а-яё])/g, 'слово прописными')
}
// Comments name what they are about: the caller, the row, the user.
for (const path of filesOf('.ts', '.tsx', '.mjs', '.css'))
  complain(path, textOf(path), /^\s*(?:\/\/|\*|\/\*).*\b[Ww]hoever\b/gm, 'назовите, кто это')
/** Returns names of texts that the app does not use; none for an object that is used as a whole. */
const unread = (text: string, app: string): string[] =>
  [...text.matchAll(/^export const (\w+)[^\n]*= \{\n(.*?)^\}/gms)].flatMap(([, object = '', body = '']) => {
    const isWhole = new RegExp(`^(?!.*\\b(?:import|export)\\b).*\\b${object}\\b(?!\\??\\.\\w)`, 'm').test(app)
    if (isWhole) return []
    return [...body.matchAll(/^ {2}(\w+)[:(]/gm)]
      .map(([, key = '']) => `${object}.${key}`)
      .filter((name) => !new RegExp(`\\b${name.replace('.', '\\.')}\\b`).test(app))
  })
for (const app of ['apps/staff/', 'apps/desk/', 'apps/intranet/']) {
  const sources = filesOf('.ts', '.tsx').filter((path) => path.startsWith(app) && !/\.test\.tsx?$/.test(path))
  const whole = sources.map(textOf).join('\n')
  for (const path of sources.filter((name) => name.endsWith('.texts.ts')))
    for (const name of unread(textOf(path), whole))
      problems.push(`${path}: этих слов никто не читает: ${name}`)
}
for (const path of filesOf('.ts', '.tsx', '.mjs', '.md', '.json', '.css', '.html', '.sql', '.yml')) {
  const text = textOf(path)
  complain(path, text, /registry\.npmjs|\/work\/(?:main|shared)|deb\.debian/g, 'адрес машины или реестра')
}
report('Тексты', problems)
