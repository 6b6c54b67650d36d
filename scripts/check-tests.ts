// Refuses tests that are skipped or assert nothing.
import { filesOf, report, textOf } from './files.ts'

const problems: string[] = []
for (const path of filesOf('.test.ts', '.test.tsx', '.spec.ts')) {
  const text = textOf(path)
  for (const [word] of text.matchAll(/\b(?:it|test|describe)\.(?:only|skip|todo|fixme)\b/g))
    problems.push(`${path}: ${word}`)
  if (!/\bexpect\b/.test(text)) problems.push(`${path}: ни одной проверки`)
  if (/\bwaitForTimeout\(/.test(text)) problems.push(`${path}: ожидание по времени вместо события`)
}
report('Тесты', problems)
