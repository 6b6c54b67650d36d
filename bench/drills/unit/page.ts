import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../app-process.ts'

/** What a section of a page of the runbook, or what stands before all of them, tells to type, block by block. */
export const linesOf = (page: string, section: string | null): string[] => {
  const text = readFileSync(join(ROOT, 'docs/operations', page), 'utf8')
  const at = section === null ? 0 : text.indexOf(`\n## ${section}\n`)
  if (at < 0) throw new Error(`${page} has no section «${section}»`)
  const own = text.slice(at + 1).split('\n## ')[0] ?? ''
  return [...own.matchAll(/```(?:sh|ini)\n([\s\S]*?)```/g)].map(([, lines = '']) => lines)
}

/** The lines with the release that they are to take: what is tried here is HEAD, whatever main is. */
export const releasing = (lines: string, release: string): string =>
  lines.replace(/^RELEASE=\S+/m, `RELEASE=${release}`)
