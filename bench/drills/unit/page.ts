import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../app-process.ts'

/** Returns the code blocks of a section of a runbook page; null: of the part before all sections. */
export const linesOf = (page: string, section: string | null): string[] => {
  const text = readFileSync(join(ROOT, 'docs/operations', page), 'utf8')
  const at = section === null ? 0 : text.indexOf(`\n## ${section}\n`)
  if (at < 0) throw new Error(`${page} has no section «${section}»`)
  const own = text.slice(at + 1).split('\n## ')[0] ?? ''
  return [...own.matchAll(/```(?:sh|ini)\n([\s\S]*?)```/g)].map(([, lines = '']) => lines)
}

/** Replaces the release in the lines: the drill tests HEAD, not main. */
export const releasing = (lines: string, release: string): string =>
  lines.replace(/^RELEASE=\S+/m, `RELEASE=${release}`)
