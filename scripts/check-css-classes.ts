// Checks that every used class of a CSS module is defined, and every defined class is used.
import { strayClasses } from './css/classes.ts'
import { filesOf, report, textOf } from './files.ts'

const read = (...endings: string[]) =>
  filesOf(...endings)
    .filter((path) => /^(apps|packages)\//.test(path))
    .map((path) => ({ path, text: textOf(path) }))

const sheets = read('.module.css')
const problems = strayClasses(sheets, read('.ts', '.tsx'))
// Guards against a pattern that matches nothing and so finds no problems.
if (sheets.length < 50) problems.push(`прочитано только модулей: ${sheets.length}`)
report('Классы CSS-модулей', problems)
