// Every class of a CSS module that is asked for is defined, and every one that is defined is asked for.
import { strayClasses } from './css/classes.ts'
import { filesOf, report, textOf } from './files.ts'

const read = (...endings: string[]) =>
  filesOf(...endings)
    .filter((path) => /^(apps|packages)\//.test(path))
    .map((path) => ({ path, text: textOf(path) }))

const sheets = read('.module.css')
const problems = strayClasses(sheets, read('.ts', '.tsx'))
// A pattern that matched nothing would find nothing wrong.
if (sheets.length < 50) problems.push(`прочитано только модулей: ${sheets.length}`)
report('Классы CSS-модулей', problems)
