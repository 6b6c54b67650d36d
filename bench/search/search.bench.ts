import { calibrateAlike } from '../answers/certainty.ts'
import { calibrate } from './certainty.ts'
import type { Engine } from './engine.ts'
import { kitchenIsHere, measureKitchen } from './kitchen.ts'
import { halfOf, type LabQuery, labDir, labIsHere, readCorpus, readQueries } from './lab.ts'
import { miniSearch } from './minisearch.engine.ts'
import { measureOpen } from './open.ts'
import { orama } from './orama.engine.ts'
import { ours } from './ours.engine.ts'
import { postgresEngines } from './postgres.engine.ts'
import { score, tableHead, tableRow } from './score.ts'

/** Every engine runs this many queries of each class: the slow ones would take hours for all queries. */
const SLOW_LIMIT = 60

/** Compares our search with others on the lab's development queries, all in one run. */
export const search = {
  name: 'search',
  title: 'Поиск по базе знаний: лаборатория (10 945 статей, MRR@10) и кухня (демо-база, слова поваров)',
  run: compareAll,
}

const OTHERS = (): Engine[] => [...postgresEngines(), miniSearch(), orama()]

async function compareAll(): Promise<string> {
  if (!labIsHere()) return `Нет корпуса в ${labDir()}: укажите LAB_DIR.`
  const queries = readQueries()
  const same = limited(queries, SLOW_LIMIT)
  const lines = [tableHead(), ...(await measureOurs(queries, same))]
  for (const engine of OTHERS()) lines.push(await measure(engine, same))
  const kitchen = kitchenIsHere() ? `\n\n${await measureKitchen(OTHERS)}` : ''
  return `${lines.join('\n')}\n\nВсе — по очереди в одном процессе, на одних и тех же ${same.length} запросах (до ${SLOW_LIMIT} на класс); строки с половинами — на всех ${queries.length}.${kitchen}`
}

async function measureOurs(queries: readonly LabQuery[], same: readonly LabQuery[]): Promise<string[]> {
  const engine = ours()
  const materials = readCorpus()
  const started = performance.now()
  await engine.load(materials)
  process.stderr.write(`  индекс построен за ${((performance.now() - started) / 1000).toFixed(1)} с\n`)
  const lines: string[] = []
  for (const half of ['fit', 'held'] as const) {
    const some = queries.filter((query) => halfOf(query) === half)
    lines.push(
      tableRow(`${engine.name}, ${half === 'fit' ? 'первая' : 'вторая'} половина`, await score(engine, some)),
    )
  }
  lines.push(tableRow(`${engine.name}, все запросы`, await score(engine, queries)))
  return [...lines, tableRow(`**${engine.name}**`, await score(engine, same))]
}

async function measure(engine: Engine, queries: readonly LabQuery[]): Promise<string> {
  process.stderr.write(`  ${engine.name}…\n`)
  await engine.load(readCorpus())
  const row = tableRow(engine.name, await score(engine, queries))
  process.stderr.write(`  ${row}\n`)
  await engine.close?.()
  return row
}

function limited(queries: readonly LabQuery[], most: number): LabQuery[] {
  const taken = new Map<string, number>()
  return queries.filter(({ cls }) => {
    taken.set(cls, (taken.get(cls) ?? 0) + 1)
    return (taken.get(cls) ?? 0) <= most
  })
}

if (import.meta.main) {
  const asked = (flag: string): boolean => process.argv.includes(flag)
  const run = async (): Promise<string> => {
    if (asked('--open')) return measureOpen({ lab: !asked('--no-lab') })
    if (asked('--certainty')) return `${await calibrate()}\n\n${calibrateAlike()}`
    if (asked('--kitchen')) return measureKitchen(OTHERS)
    return asked('--ours') ? measureOursAlone() : compareAll()
  }
  console.log(await run())
}

async function measureOursAlone(): Promise<string> {
  return [tableHead(), ...(await measureOurs(readQueries(), limited(readQueries(), SLOW_LIMIT)))].join('\n')
}
