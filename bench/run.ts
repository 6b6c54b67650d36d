// npm run bench -- [name …] [--write] [--seconds N] [--rounds N] [--small N] [--large N] [--kills N] [--data DIR] [--screen NAME,…] [--minutes N] [--tickets N] [--streams N] [--ttl N] [--rate N] [--before CHECKOUT]
import { parseArgs } from 'node:util'
import { answers } from './answers/answers.bench.ts'
import { backup } from './backup.bench.ts'
import { type Bench, type BenchOptions, say } from './bench.ts'
import { bursts } from './bursts/bursts.bench.ts'
import { capacity } from './capacity.bench.ts'
import { crash } from './crash.bench.ts'
import { dbDrivers } from './db-drivers.bench.ts'
import { dbEnds } from './db-ends.bench.ts'
import { deskLive } from './desk-live.bench.ts'
import { deskQueue } from './desk-queue.bench.ts'
import { deskScroll } from './desk-scroll.bench.ts'
import { deskSearch } from './desk-search.bench.ts'
import { agents } from './drills/agents/agents.drill.ts'
import { cells } from './drills/cells/cells.drill.ts'
import { failover } from './drills/failover.drill.ts'
import { faults } from './drills/faults.drill.ts'
import { image } from './drills/image/image.drill.ts'
import { pair } from './drills/pair/pair.drill.ts'
import { pointInTime } from './drills/point-in-time.drill.ts'
import { unit } from './drills/unit/unit.drill.ts'
import { figures } from './figures.bench.ts'
import { firstLoad } from './first-load.bench.ts'
import { firstStart } from './first-start.bench.ts'
import { incidentTaps } from './incident-taps.bench.ts'
import { machine } from './lib/machine.ts'
import { mixed } from './mixed/mixed.bench.ts'
import { morning } from './mixed/morning.bench.ts'
import { soak } from './mixed/soak.drill.ts'
import { offline } from './offline.bench.ts'
import { peopleList } from './people-list.bench.ts'
import { replies } from './replies.bench.ts'
import { writeReport } from './report.ts'
import { rolling } from './rolling.bench.ts'
import { rules } from './rules.bench.ts'
import { screens } from './screens.bench.ts'
import { search } from './search/search.bench.ts'
import { searchHttp } from './search-http.bench.ts'
import { serviceLevels } from './service-levels.bench.ts'
import { signInCrowd } from './sign-in.bench.ts'
import { start } from './start.bench.ts'
import { streams } from './streams.bench.ts'
import { taps } from './taps.bench.ts'
import { tickets } from './tickets.bench.ts'
import { ticketsScale } from './tickets-scale.bench.ts'

const BENCHES: readonly Bench[] = [
  tickets,
  ticketsScale,
  firstLoad,
  screens,
  taps,
  offline,
  start,
  firstStart,
  crash,
  backup,
  capacity,
  dbDrivers,
  dbEnds,
  rolling,
  signInCrowd,
  search,
  searchHttp,
  peopleList,
  deskQueue,
  deskSearch,
  deskLive,
  replies,
  streams,
  deskScroll,
  serviceLevels,
  rules,
  answers,
  bursts,
  incidentTaps,
  figures,
  mixed,
  morning,
]

/** Run only by name: they take long, or need root and Debian packages and kill databases. */
const DRILLS: readonly Bench[] = [failover, faults, agents, cells, image, soak, unit, pair, pointInTime]
const ALL = [...BENCHES, ...DRILLS]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '10' },
    small: { type: 'string', default: '10000' },
    large: { type: 'string', default: '1000000' },
    kills: { type: 'string', default: '30' },
    data: { type: 'string' },
    screen: { type: 'string' },
    minutes: { type: 'string', default: '5' },
    tickets: { type: 'string', default: '100000' },
    streams: { type: 'string', default: '5000' },
    ttl: { type: 'string', default: '20' },
    rate: { type: 'string', default: '150' },
    before: { type: 'string' },
  },
})
const options: BenchOptions = {
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  small: Number(values.small),
  large: Number(values.large),
  kills: Number(values.kills),
  data: values.data,
  screen: values.screen,
  minutes: Number(values.minutes),
  tickets: Number(values.tickets),
  streams: Number(values.streams),
  ttl: Number(values.ttl),
  rate: Number(values.rate),
  before: values.before,
}

// Child processes of the benches are ended by the handlers of 'exit'.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const unknown = positionals.filter((name) => !ALL.some((bench) => bench.name === name))
if (unknown.length > 0) {
  console.error(
    `Нет такого измерения: ${unknown.join(', ')}. Есть: ${ALL.map(({ name }) => name).join(', ')}`,
  )
  process.exit(1)
}

for (const bench of positionals.length > 0 ? ALL.filter(({ name }) => positionals.includes(name)) : BENCHES) {
  say(`${bench.title}…`)
  const where = machine()
  const report = `${await bench.run(options)}\n\n${where}`
  console.log(`\n## ${bench.title}\n\n${report}\n`)
  if (values.write) await writeReport(bench.name, report)
}
process.exit(0)
