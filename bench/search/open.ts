import { join } from 'node:path'
import type { Engine } from './engine.ts'
import { type KitchenQuery, readDemo, readKitchen, scoreKitchen } from './kitchen.ts'
import { CLASSES, labDir, readCorpus, readQueries } from './lab.ts'
import { ours } from './ours.engine.ts'
import { score } from './score.ts'

/** The open sets of queries: two in the lab's folder, and the stories beside this file. */
export const OPEN_SETS = [
  join(labDir(), 'kitchen-dev.jsonl'),
  join(labDir(), 'kitchen-dev-2.jsonl'),
  join(import.meta.dirname, 'stories.jsonl'),
]

const share = (value: number): string => (Number.isNaN(value) ? '—' : value.toFixed(3).replace(/^0/, ''))
const ms = (value: number): string => value.toFixed(2)

type Timed = { p50: number; p95: number; worst: number }

function timed(search: (query: string) => unknown, queries: readonly string[]): Timed {
  for (const query of queries.slice(0, 60)) search(query)
  const times = queries.map((query) => {
    const started = performance.now()
    search(query)
    return performance.now() - started
  })
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  return { p50: at(0.5), p95: at(0.95), worst: at(1) }
}

/** Measures every open set by kind, the lab's macro MRR, and the time of a query with few and with many materials. */
export async function measureOpen({ lab }: { lab: boolean }): Promise<string> {
  const { materials, synonyms } = await readDemo()
  const titles = new Map(materials.map(({ id, title }) => [id, title]))
  const engine = ours(synonyms)
  await engine.load(materials)
  const ask = async (query: string) => {
    const found = (await engine.search(query)).flatMap((id) => titles.get(id) ?? [])
    return { titles: found, sure: engine.isSure?.(query) ?? true }
  }
  const lines = [
    '| set | kind | asked | success@1 | success@3 | MRR | hushed | empty | quiet |',
    '|---|---|---|---|---|---|---|---|---|',
  ]
  const stories: string[] = []
  for (const file of OPEN_SETS) {
    const all = readKitchen(file)
    stories.push(...all.map(({ q }) => q))
    const kinds = [...new Set(all.flatMap((query) => query.kinds))].sort()
    const parts: [string, KitchenQuery[]][] = kinds.map((kind) => [
      kind,
      all.filter((one) => one.kinds.includes(kind)),
    ])
    for (const [kind, queries] of [...parts, ['**all**', all] as const]) {
      const s = await scoreKitchen(ask, queries)
      const empty = queries.filter(({ judged }) => !judged.some(({ grade }) => grade === 2)).length
      const name = file.split('/').at(-1)?.replace('.jsonl', '')
      const asked = queries.length - empty
      const of = (value: number, count: number) => (count ? share(value) : '—')
      lines.push(
        `| ${[name, kind, asked, of(s.s1, asked), of(s.s3, asked), of(s.mrr, asked), of(s.hushed, asked), empty, of(s.quiet, empty)].join(' | ')} |`,
      )
    }
  }
  lines.push('', ...(await times(engine, stories, materials.length)))
  if (lab) lines.push(...(await measureLab(stories)))
  return lines.join('\n')
}

const times = async (engine: Engine, queries: readonly string[], count: number): Promise<string[]> => {
  const { p50, p95, worst } = timed((query) => engine.search(query), queries)
  return [
    `${count} материалов, ${queries.length} вопросов: p50 ${ms(p50)} мс, p95 ${ms(p95)}, худший ${ms(worst)}`,
  ]
}

async function measureLab(stories: readonly string[]): Promise<string[]> {
  const engine = ours()
  const corpus = readCorpus()
  await engine.load(corpus)
  const { macro, mrr, r5, p50, p95 } = await score(engine, readQueries())
  return [
    ...(await times(engine, stories, corpus.length)),
    `лаборатория: MRR@10 ${share(macro)}, R@5 ${share(r5)}, p50 ${ms(p50)} мс, p95 ${ms(p95)}; ${CLASSES.map((name, i) => `${name} ${share(mrr[i] ?? Number.NaN)}`).join(', ')}`,
  ]
}
