// Limits sizes: a folder of more than 40 files, a file of more than 300 lines, a function of more than 100 must be split.
import { dirname } from 'node:path'
import { filesOf, report, textOf } from './files.ts'
import { functionsOf } from './sizes/function-sizes.ts'

const MOST = 300
const MOST_OF_FUNCTION = 100
const MOST_IN_FOLDER = 40

const sources = filesOf('.ts', '.tsx', '.mjs', '.css').filter(
  (path) => /^(apps|packages|e2e|bench|scripts|tools)\//.test(path) && !/\.(test|spec)\.tsx?$/.test(path),
)
const lines = (path: string): number => textOf(path).split('\n').length - 1
const longFunctions = (path: string): string[] =>
  path.endsWith('.css')
    ? []
    : functionsOf(textOf(path), path.endsWith('.tsx'))
        .filter((one) => one.lines > MOST_OF_FUNCTION)
        .map((one) => `${path}:${one.line}: в функции ${one.lines} строк, а можно ${MOST_OF_FUNCTION}`)

const problems = sources.flatMap((path) => [
  ...(lines(path) > MOST ? [`${path}: ${lines(path)} строк, а можно ${MOST}`] : []),
  ...longFunctions(path),
])
/** Folders of uniform files, which cannot be split by subject. */
const ROWS = /\/(?:migrations|demo\/.*|drawings)$/
const folders = Object.entries(Object.groupBy(filesOf('.ts', '.tsx', '.mjs', '.css', '.sql'), dirname))
const full = folders
  .filter(([folder, files = []]) => files.length > MOST_IN_FOLDER && !ROWS.test(folder))
  .map(([folder, files = []]) => `${folder}: ${files.length} файлов, а можно ${MOST_IN_FOLDER}`)
report('Размеры папок, файлов и функций', [...full, ...problems])
