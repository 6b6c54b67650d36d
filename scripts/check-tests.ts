// Refuses tests that are skipped or assert nothing.
import { filesOf, report, textOf } from './files.ts'

/** Tests that need what a machine may lack. */
const WHERE_POSSIBLE = new Map([
  ['apps/server/src/db/releases/beside.test.ts', 'the history of git, with the release before'],
  ['apps/server/src/db/run-as.test.ts', 'the rights of root'],
])

const problems: string[] = []
for (const path of filesOf('.test.ts', '.test.tsx', '.spec.ts')) {
  const text = textOf(path)
  for (const [word] of text.matchAll(/\b(?:it|test|describe)\.(?:only|skip|todo|fixme)\b/g))
    problems.push(`${path}: ${word}`)
  if (/\.(?:runIf|skipIf)\b/.test(text) !== WHERE_POSSIBLE.has(path))
    problems.push(`${path}: runIf и skipIf — только у тестов, которые названы в check-tests.ts`)
  if (!/\bexpect\b/.test(text)) problems.push(`${path}: ни одной проверки`)
  if (/\bwaitForTimeout\(/.test(text)) problems.push(`${path}: ожидание по времени вместо события`)
}
report('Тесты', problems)
