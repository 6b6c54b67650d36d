import { setTimeout as pause } from 'node:timers/promises'
import { lastRelease } from '../../../apps/server/src/db/releases/testing-releases.ts'
import { say } from '../../bench.ts'
import { judge, readBack, type Shown } from '../../lib/crash-verify.ts'
import { type Customer, type Ledger, openCall, write } from '../../lib/crash-writers.ts'
import { show } from '../../lib/numbers.ts'
import type { Machine } from '../unit/bare-debian.ts'
import { linesOf, releasing } from '../unit/page.ts'
import type { Place } from './network.ts'
import { PUBLIC_NAME, throughNginx } from './through-nginx.ts'

const BEFORE = lastRelease()
const WRITERS_OF_EACH = 2
const REST_MS = 3000
const PACE_MS = 500
/** A copy of deploy/, which the previous release may lack; the page's commands are changed to use it. */
const DEPLOY = '/root/deploy/'

interface Pair {
  machines: readonly [Machine, Machine]
  places: readonly [Place, Place]
  /** The ledger of all writes to the machines. */
  ledger: Ledger
}

/** Replaces what install.md has installed by the previous release; files of later releases are set aside. */
export const goBefore = (machine: Machine): void => {
  machine.must(`cp -r /opt/podmoga/deploy ${DEPLOY}
    cd /opt/podmoga && git checkout -q ${BEFORE.commit} && PATH="/opt/podmoga/bin:$PATH" npm run build`)
}

export const fromAside = (lines: string): string => lines.replaceAll('/opt/podmoga/deploy/', DEPLOY)

/** The previous release cannot read secrets from files. */
export const inTheOpen = `sed -i "s#^DATABASE_URL_FILE=.*#DATABASE_URL=$(cat /etc/podmoga/database_url)#; \
  s#^S3_SECRET_ACCESS_KEY_FILE=.*#S3_SECRET_ACCESS_KEY=$(cat /etc/podmoga/s3_secret)#" /etc/podmoga/env`

/** Follows upgrade.md on one machine after the other, as two-servers.md says, under writes through the nginx of both. */
export const upgradePair = async (
  { machines, places, ledger }: Pair,
  owner: Customer,
  ready: (machine: Machine) => Promise<number>,
): Promise<string[][]> => {
  const [lines = ''] = linesOf('upgrade.md', null)
  const [filed = ''] = linesOf('upgrade.md', 'From 0.2.0')
  // Paced writers: a build takes minutes, and every write is read back later.
  const calm = { isOpen: () => true, opened: () => pause(PACE_MS) }
  let stopped = false
  const base = `https://${PUBLIC_NAME}`
  const writers = await Promise.all(
    places
      .flatMap((place) => Array.from({ length: WRITERS_OF_EACH }, () => place))
      .map(({ address }) => openCall(base, owner, throughNginx(address))),
  )
  const writing = Promise.all(
    writers.map((call) => write(call, owner, { ledger, gate: calm, stopped: () => stopped })),
  )
  await pause(REST_MS)
  for (const machine of machines) {
    say(`upgrade.md на ${machine === machines[0] ? 'A' : 'B'}`)
    await machine.meanwhile(releasing(lines, 'origin/HEAD'))
    await ready(machine)
    await pause(REST_MS)
  }
  say('секреты в файлы, по одному серверу')
  for (const machine of machines) {
    await machine.meanwhile(filed)
    await ready(machine)
    await pause(REST_MS)
  }
  stopped = true
  await writing
  const shown = new Map<string, Shown[]>()
  const direct = `http://${places[0].address}:3000`
  await readBack(direct, await openCall(direct, owner), shown)
  const problems = judge(ledger, shown)
  const unanswered = ledger.ops.filter((op) => op.repeated || !op.acknowledged).length
  for (const problem of [...problems, ...ledger.refused].slice(0, 20)) say(problem)
  return [
    [
      `обновление с ${BEFORE.version}: записей подтверждено`,
      show(ledger.ops.filter((op) => op.acknowledged).length),
    ],
    ['отказов и ответов, которых не было', show(ledger.refused.length + unanswered)],
    ['**пропало, повторилось или испорчено**', `**${problems.length}**`],
  ]
}
