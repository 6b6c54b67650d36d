// A file that has outgrown 300 lines is several rooms.
import { filesOf, report, textOf } from './files.ts'

const MOST = 300
const sources = filesOf('.ts', '.tsx', '.mjs', '.css').filter((path) =>
  /^(apps|packages|e2e|bench|scripts|tools)\//.test(path),
)
const lines = (path: string): number => textOf(path).split('\n').length - 1

const problems = sources
  .filter((path) => !/\.(test|spec)\.tsx?$/.test(path) && lines(path) > MOST)
  .map((path) => `${path}: ${lines(path)} строк, а можно ${MOST}`)
report('Размеры файлов', problems)
