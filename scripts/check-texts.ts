// Words people read: no straight quotes around Russian, no hyphen for a dash, no three dots, no capitals; and the
// repository names no machine of ours and no package registry.
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
  // What stands in a command's usage for something to be filled in is written so.
  if (!path.startsWith('apps/server/'))
    complain(path, text, /(?<![а-яё])[А-ЯЁ]{5,}(?![а-яё])/g, 'слово прописными')
}
for (const path of filesOf('.ts', '.tsx', '.mjs', '.md', '.json', '.css', '.html', '.sql', '.yml')) {
  const text = textOf(path)
  complain(path, text, /registry\.npmjs|\/work\/(?:main|shared)|deb\.debian/g, 'адрес машины или реестра')
}
report('Тексты', problems)
