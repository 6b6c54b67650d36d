import { lastRelease } from '../../../apps/server/src/db/releases/testing-releases.ts'
import { say } from '../../bench.ts'
import { judge, readBack, type Shown } from '../../lib/crash-verify.ts'
import { type Ledger, openCall, write } from '../../lib/crash-writers.ts'
import type { Machine } from './bare-debian.ts'
import { linesOf, releasing } from './page.ts'
import { OWNER, ready, seconds, setUp, signIn, URL_INSIDE } from './service.ts'

const BEFORE = lastRelease()
/** Writes per release: two tickets and a reply, far below a person's rate limit. */
const WRITES = 3

/** Records the writes of each release; all are read back through the last one, files included. */
const makeLedger = () => {
  const customer = { ...OWNER, restaurant_id: '1' }
  const ledger: Ledger = { ops: [], in_flight: 0, refused: [] }
  const always = { isOpen: () => true, opened: () => Promise.resolve() }
  const writeSome = async (): Promise<void> => {
    const enough = ledger.ops.length + WRITES
    await write(await openCall(URL_INSIDE, customer), customer, {
      ...{ ledger, gate: always, stopped: () => ledger.ops.length >= enough },
    })
  }
  const problems = async (): Promise<string[]> => {
    const shown = new Map<string, Shown[]>()
    await readBack(URL_INSIDE, await openCall(URL_INSIDE, customer), shown)
    return [...judge(ledger, shown), ...ledger.refused]
  }
  return { ledger, writeSome, problems }
}

/** Follows upgrade.md with the previous release on an empty installation: the upgrade to a later commit, and the way back. */
export const upgradeAndBack = async (machine: Machine): Promise<string[][]> => {
  const [forth = ''] = linesOf('upgrade.md', null)
  const [back = ''] = linesOf('upgrade.md', 'The way back')
  const { ledger, writeSome, problems } = makeLedger()
  machine.must('systemctl start podmoga')
  await ready()
  const made = await setUp(machine)
  await writeSome()
  machine.must(`cd /srv && git clone -q podmoga.git next && cd next
    git -c user.name=drill -c user.email=drill@example.uz commit -q --allow-empty -m next
    git push -q origin HEAD`)
  const type = async (lines: string): Promise<string> => {
    const since = performance.now()
    machine.must(lines)
    await ready()
    await writeSome()
    const at = machine.must('git -C /opt/podmoga rev-parse HEAD')
    const where =
      at === BEFORE.commit ? BEFORE.version : machine.must('git -C /opt/podmoga log -1 --format=%s')
    return `${where}: ${seconds(performance.now() - since)}; ${await signIn()}`
  }
  const [, , , command = ''] = linesOf('install.md', 'With systemd')
  const up = await type(releasing(forth, 'origin/HEAD'))
  const doctor = machine.sh(command)
  const down = await type(back)
  const lost = await problems()
  for (const problem of lost) say(problem)
  return [
    [`прежний выпуск, ${BEFORE.version}, в пустой папке: первая настройка`, String(made)],
    ['upgrade.md с него; вход; doctor', `${up}; код ${doctor.code}`],
    ['«The way back»; вход', down],
    ['записей трёх запусков; пропало, повторилось или испорчено', `${ledger.ops.length}; **${lost.length}**`],
  ]
}
