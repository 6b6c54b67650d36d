// Checks that documents about the code name existing files and that their links work. Decisions name the files of their
// date, so only their links are checked.
import { posix } from 'node:path'
import { longParagraphs, wrongChecks, wrongPaths } from './document-paths.ts'
import { filesOf, report, textOf } from './files.ts'

const files = filesOf('')
const ABOUT_CODE = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'GLOSSARY.md']
const decisions = filesOf('.md').filter((path) => path.startsWith('docs/decisions/'))

/** Length of the path prefix that contains the number. */
const NUMBERED = 'docs/decisions/0000-'.length

const withoutCode = (text: string): string => text.replaceAll(/`[^`\n]*`/g, '')

/** Two decisions with one number, as when they were written in parallel. */
const sameNumbers = decisions.flatMap((path, at) => {
  const other = decisions.findIndex((one) => one.slice(0, NUMBERED) === path.slice(0, NUMBERED))
  return other === at ? [] : [`${path}: номер занят, ${decisions[other]}`]
})

report('Документы', [
  ...sameNumbers,
  ...ABOUT_CODE.flatMap((path) => wrongPaths(path, textOf(path), files)),
  ...decisions.flatMap((path) => wrongPaths(path, withoutCode(textOf(path)), files)),
  ...wrongChecks('docs/quality.md', textOf('docs/quality.md'), (name) =>
    files.filter((path) => posix.basename(path) === name).map(textOf),
  ),
  ...longParagraphs('ARCHITECTURE.md', textOf('ARCHITECTURE.md')),
])
