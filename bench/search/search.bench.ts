import type { Engine } from './engine.ts'
import { halfOf, labDir, labIsHere, readCorpus, readQueries } from './lab.ts'
import { miniSearch } from './minisearch.engine.ts'
import { orama } from './orama.engine.ts'
import { ours } from './ours.engine.ts'
import { postgresEngines } from './postgres.engine.ts'
import { score, tableHead, tableRow } from './score.ts'

/**
 * Compares our search with others on the lab's development queries, all in one run:
 * `node bench/search/search.bench.ts [--ours] [--limit N]` (N queries of each class; the whole takes some minutes).
 */
async function run(): Promise<void> {
  if (!labIsHere()) {
    console.log(`Нет корпуса в ${labDir()}: укажите LAB_DIR.`)
    return
  }
  const queries = limited(readQueries(), Number(argument('--limit')))
  console.log(`${queries.length} запросов, MRR@10 по классам\n\n${tableHead()}`)
  await runOurs(queries)
  if (process.argv.includes('--ours')) return
  for (const engine of [...postgresEngines(), miniSearch(), orama()]) {
    await compare(engine, queries)
  }
}

async function runOurs(queries: ReturnType<typeof readQueries>): Promise<void> {
  const engine = ours()
  const materials = readCorpus()
  globalThis.gc?.()
  const before = process.memoryUsage()
  const started = performance.now()
  await engine.load(materials)
  const seconds = (performance.now() - started) / 1000
  globalThis.gc?.()
  const after = process.memoryUsage()
  for (const half of ['fit', 'held'] as const) {
    const name = half === 'fit' ? 'Подмога, статьи подгонки' : 'Подмога, отложенные статьи'
    console.log(
      tableRow(
        name,
        await score(
          engine,
          queries.filter((query) => halfOf(query) === half),
        ),
      ),
    )
  }
  console.log(tableRow('Подмога, все', await score(engine, queries)))
  const megabytes = (after.heapUsed - before.heapUsed + after.arrayBuffers - before.arrayBuffers) / 1e6
  console.error(
    `индекс: ${seconds.toFixed(1)} с, ${megabytes.toFixed(0)} МБ без самих текстов (точно с --expose-gc)`,
  )
}

async function compare(engine: Engine, queries: ReturnType<typeof readQueries>): Promise<void> {
  if (await engine.load(readCorpus())) console.log(tableRow(engine.name, await score(engine, queries)))
  else console.log(`| ${engine.name}: пакет не установлен |`)
  await engine.close?.()
}

function argument(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}

function limited(queries: ReturnType<typeof readQueries>, most: number): ReturnType<typeof readQueries> {
  if (!most) return queries
  const taken = new Map<string, number>()
  return queries.filter(({ cls }) => {
    taken.set(cls, (taken.get(cls) ?? 0) + 1)
    return (taken.get(cls) ?? 0) <= most
  })
}

await run()
