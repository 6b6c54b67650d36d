import type { Engine } from './engine.ts'
import { CLASSES, type LabQuery } from './lab.ts'

/** MRR@10 by class and over the classes, R@5 over the classes, and latency in milliseconds. */
export type Score = { mrr: number[]; macro: number; r5: number; p50: number; p95: number; p99: number }

const WARM_UP = 100

/** Runs every query on an engine, one after another, and scores the answers as the lab does. */
export async function score(engine: Engine, queries: readonly LabQuery[]): Promise<Score> {
  for (const { q } of queries.slice(0, WARM_UP)) await engine.search(q)
  const byClass = new Map(CLASSES.map((name) => [name, { count: 0, reciprocal: 0, in5: 0 }]))
  const times: number[] = []
  for (const query of queries) {
    const started = performance.now()
    const answers = await engine.search(query.q)
    times.push(performance.now() - started)
    const rank = answers.findIndex((id) => query.rel.includes(id)) + 1
    const sums = byClass.get(query.cls)
    if (!sums) continue
    sums.count++
    if (rank) sums.reciprocal += 1 / rank
    if (rank && rank <= 5) sums.in5++
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  const sums = Array.from(byClass.values())
  const mrr = sums.map(({ reciprocal, count }) => reciprocal / count)
  const r5 = sums.map(({ in5, count }) => in5 / count)
  return { mrr, macro: mean(mrr), r5: mean(r5), p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

function mean(values: readonly number[]): number {
  const counted = values.filter((value) => !Number.isNaN(value))
  return counted.reduce((a, b) => a + b, 0) / (counted.length || 1)
}

/** The first lines of a Markdown table of scores. */
export function tableHead(): string {
  const columns = ['engine', ...CLASSES, 'macro', 'R@5', 'p95 ms']
  return `| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`
}

/** One engine's row of the table. */
export function tableRow(name: string, { mrr, macro, r5, p95 }: Score): string {
  const share = (value: number) => (Number.isNaN(value) ? '—' : value.toFixed(3).replace(/^0/, ''))
  return `| ${[name, ...mrr.map(share), share(macro), share(r5), p95.toFixed(1)].join(' | ')} |`
}
