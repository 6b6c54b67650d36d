// A folder that has outgrown 40 files is several rooms, a file 300 lines several parts, a function 100 lines several steps.
import { dirname } from 'node:path'
import { filesOf, report, textOf } from './files.ts'
import { functionsOf } from './function-sizes.ts'

const MOST = 300
const MOST_OF_FUNCTION = 100
const MOST_IN_FOLDER = 40
/** Not split yet; a file that is goes from here, and nothing comes. */
const LONG_FUNCTIONS: readonly string[] = [
  'apps/server/src/app.ts',
  'apps/server/src/business/import/import.routes.ts',
  'apps/server/src/business/joining/joining.routes.ts',
  'apps/server/src/business/people/people.routes.ts',
  'apps/server/src/business/personal-data/personal-data.routes.ts',
  'apps/server/src/business/providers/providers.routes.ts',
  'apps/server/src/business/restaurants/restaurants.routes.ts',
]

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

const problems = sources.flatMap((path) => {
  const long = longFunctions(path)
  const isKnown = LONG_FUNCTIONS.includes(path)
  return [
    ...(lines(path) > MOST ? [`${path}: ${lines(path)} строк, а можно ${MOST}`] : []),
    ...(isKnown ? [] : long),
    ...(isKnown && long.length === 0 ? [`${path}: длинных функций больше нет, уберите его из списка`] : []),
  ]
})
/** Rows of one kind, which have no subjects to fall into. */
const ROWS = /\/(?:migrations|demo\/.*|drawings)$/
const folders = Object.entries(Object.groupBy(filesOf('.ts', '.tsx', '.mjs', '.css', '.sql'), dirname))
const full = folders
  .filter(([folder, files = []]) => files.length > MOST_IN_FOLDER && !ROWS.test(folder))
  .map(([folder, files = []]) => `${folder}: ${files.length} файлов, а можно ${MOST_IN_FOLDER}`)
const gone = LONG_FUNCTIONS.filter((path) => !sources.includes(path))
report('Размеры папок, файлов и функций', [
  ...full,
  ...problems,
  ...gone.map((path) => `${path}: такого файла нет`),
])
