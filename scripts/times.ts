// Measures the time of a run by step, by test file and by test.
import { basename } from 'node:path'

interface VitestReport {
  testResults: {
    name: string
    startTime: number
    endTime: number
    assertionResults: { fullName: string; duration?: number | null }[]
  }[]
}
interface Spec {
  title: string
  file: string
  tests: { results: { duration: number }[] }[]
}
interface Suite {
  specs?: Spec[]
  suites?: Suite[]
}

const MOST = 15
const steps = new Map<string, number>()
const files = new Map<string, number>()
const tests = new Map<string, number>()
const add = (to: Map<string, number>, name: string, ms: number): void => {
  to.set(name, (to.get(name) ?? 0) + ms)
}

/** Runs the work, sync or async, and records its time under the name. */
export const timed = <T>(name: string, work: () => T): T => {
  const since = performance.now()
  const note = () => add(steps, name, performance.now() - since)
  const done = work()
  if (done instanceof Promise) void done.then(note, note)
  else note()
  return done
}

const addSuite = (suite: Suite): void => {
  for (const { title, file, tests: runs } of suite.specs ?? []) {
    const ms = runs.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0)
    add(files, file, ms)
    add(tests, `${file}: ${title}`, ms)
  }
  for (const inner of suite.suites ?? []) addSuite(inner)
}

/** Adds the reports of the two test programs; either may be missing. */
export const addTimes = (vitest: VitestReport | undefined, playwright: Suite | undefined): void => {
  for (const { name, startTime, endTime, assertionResults } of vitest?.testResults ?? []) {
    add(files, basename(name), endTime - startTime)
    for (const { fullName, duration } of assertionResults)
      add(tests, `${basename(name)}: ${fullName}`, duration ?? 0)
  }
  if (playwright !== undefined) addSuite(playwright)
}

const tell = (title: string, times: Map<string, number>): void => {
  console.log(`\n${title}`)
  const longest = [...times].sort(([, one], [, other]) => other - one).slice(0, MOST)
  for (const [name, ms] of longest) console.log(`${(ms / 1000).toFixed(1).padStart(8)} с  ${name}`)
}

/** Prints the slowest of each kind. */
export const tellTimes = (): void => {
  tell('Шаги', steps)
  tell('Файлы тестов', files)
  tell('Тесты', tests)
}
