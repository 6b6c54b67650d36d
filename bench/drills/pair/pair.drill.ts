import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Bench, say } from '../../bench.ts'
import { type Host, openHost } from '../../host.ts'
import { judge, readBack, type Shown } from '../../lib/crash-verify.ts'
import { type Ledger, openCall, untilWritten, write } from '../../lib/crash-writers.ts'
import { show } from '../../lib/numbers.ts'
import { table } from '../../report.ts'
import { bootDebian, type Machine } from '../unit/bare-debian.ts'
import { linesOf, releasing } from '../unit/page.ts'
import { GATEWAY, openNetwork, type Place } from './network.ts'
import { PUBLIC_NAME, throughNginx } from './through-nginx.ts'
import { fromAside, goBefore, inTheOpen, upgradePair } from './upgrade.ts'

const PAGE = 'two-servers.md'
const OWNER = { login: 'owner@example.uz', password: 'Drill-pass-1', restaurant_id: '1' }
const BASE = `https://${PUBLIC_NAME}`
const READY_MS = 120_000
const WRITERS = 3
const WRITING_MS = 5000
/** The time an operator takes to type the command. */
const PROMOTED_AFTER_MS = 4000
const CERTIFICATE = `openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${PUBLIC_NAME} \
  -keyout /etc/ssl/private/${PUBLIC_NAME}.key -out /etc/ssl/${PUBLIC_NAME}.pem`
const LAST_WORDS = `journalctl --no-pager -o cat -n 150; runuser -u postgres -- psql -Atc 'select pg_is_in_recovery()'; runuser -u postgres -- psql -d podmoga -c '\\dt' | tail -3; cat /etc/podmoga/env | cut -c1-60`
const STREAMING = `runuser -u postgres -- psql -Atc 'select state from pg_stat_replication'`

interface Pair {
  a: Machine
  b: Machine
  places: [Place, Place]
  /** The address of the file store. */
  store: string
  ledger: Ledger
}

/** Runs code blocks of a section, each on the machines that its first line names. */
const type = ({ a, b, store }: Pair, section: string, from: number, to = from): string => {
  const outputs: string[] = []
  for (const block of linesOf(PAGE, section).slice(from, to + 1)) {
    const [, who = ''] = /^# on (A|B|both)/.exec(block) ?? []
    const on = { A: [a], B: [b], both: [a, b] }[who]
    if (on === undefined) throw new Error(`nobody is named:\n${block}`)
    const lines = fromAside(block.replace('https://s3.example.uz', store))
    for (const machine of on) outputs.push(machine.must(lines))
  }
  return outputs.join('\n')
}

const until = async (what: string, isSo: () => boolean | Promise<boolean>): Promise<number> => {
  const since = performance.now()
  while (!(await isSo())) {
    if (performance.now() - since > READY_MS) throw new Error(`за две минуты не дождались: ${what}`)
    await pause(200)
  }
  return (performance.now() - since) / 1000
}
const ready = (machine: Machine): Promise<number> =>
  until('готовность', () => machine.sh('curl -sf http://127.0.0.1:3000/health/ready').code === 0)

const copy = (from: Machine, path: string, to: Machine, folder: string): void =>
  cpSync(join(from.root, path), join(to.root, folder, path.split('/').at(-1) ?? ''))

/** Sets up both by install.md up to its settings, with the previous release; the second is a copy, which saves a build. */
const installBoth = async (folder: string, [placeA, placeB]: [Place, Place]): Promise<[Machine, Machine]> => {
  const root = join(folder, 'a')
  const first = await bootDebian(root, placeA.namespace)
  const [lines = ''] = linesOf('install.md', 'With systemd')
  try {
    first.must('apt-get update -qq')
    first.must(releasing(lines, 'origin/HEAD').replace('https://your.git/podmoga', 'file:///srv/podmoga.git'))
    first.must('apt-get install -y openssl')
    goBefore(first)
  } finally {
    await first.off()
  }
  execFileSync('cp', ['-a', root, join(folder, 'b')])
  for (const name of ['a', 'b']) {
    // Without a machine-id Debian would treat it as a first boot and enable all units.
    writeFileSync(join(folder, name, 'etc/machine-id'), `${randomBytes(16).toString('hex')}\n`)
    writeFileSync(join(folder, name, 'etc/hostname'), `${name}\n`)
  }
  return [await bootDebian(root, placeA.namespace), await bootDebian(join(folder, 'b'), placeB.namespace)]
}

/** Follows the page from the database to nginx; at the end an owner exists. */
const setUp = async (pair: Pair): Promise<string[][]> => {
  const { a, b, places } = pair
  type(pair, 'The database', 0, 1)
  for (const name of ['database_password', 'replication_password'])
    copy(a, `etc/podmoga/${name}`, b, 'etc/podmoga')
  const streaming = type(pair, 'The database', 2, 3)
  type(pair, 'The servers', 0)
  // Higher limits: these writers write faster than people.
  for (const machine of [a, b])
    machine.must(
      `${inTheOpen}; echo TICKETS_PER_10_MINUTES=1000000 >> /etc/podmoga/env; echo REQUESTS_PER_MINUTE=10000000 >> /etc/podmoga/env; echo REPLIES_PER_MINUTE=100000 >> /etc/podmoga/env; echo UPLOAD_BYTES_PER_HOUR=100000000000 >> /etc/podmoga/env`,
    )
  type(pair, 'The servers', 1)
  const first = await ready(a)
  copy(a, 'var/lib/podmoga/secrets.json', b, 'root')
  type(pair, 'The servers', 2)
  const second = await ready(b)
  for (const machine of [a, b]) machine.must(CERTIFICATE)
  type(pair, 'nginx', 0, 1)
  const [, key] = /\/setup\/\?key=([\w-]+)/.exec(b.must('journalctl -u podmoga -o cat --no-pager')) ?? []
  if (key === undefined) throw new Error('в журнале B нет ссылки первой настройки')
  const made = await throughNginx(places[0].address)({
    url: `${BASE}/api/setup/`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ key, business_name: 'Навруз', network: 'navruz', restaurant_name: 'Чайхана' },
      ...{ first_name: 'Нодира', login: OWNER.login, password: OWNER.password },
    }),
  })
  return [
    ['резервная база', /streaming/.test(streaming) ? 'streaming' : `**${streaming}**`],
    ['готовы после запуска, с', `${show(first, 1)}; ${show(second, 1)}`],
    ['первая настройка через nginx', String(made.status)],
  ]
}

/** Kills the primary's machine under writes, promotes the standby, and brings the machine back. */
const failOver = async (pair: Pair): Promise<string[][]> => {
  const { b, places, ledger } = pair
  const [placeA, placeB] = places
  const before = ledger.ops.length
  const always = { isOpen: () => true, opened: () => Promise.resolve() }
  let stopped = false
  const open = () => openCall(BASE, OWNER, throughNginx(placeB.address))
  const probe = await open()
  const writers = Array.from({ length: WRITERS }, async () =>
    write(await open(), OWNER, { ledger, gate: always, stopped: () => stopped }),
  )
  await pause(WRITING_MS)
  const gone = performance.now()
  await pair.a.kill()
  placeA.unplug()
  await pause(PROMOTED_AFTER_MS)
  type(pair, 'When A is gone', 0)
  const promoted = (performance.now() - gone) / 1000
  await untilWritten(probe)
  const written = (performance.now() - gone) / 1000
  say('A снова на месте, со старой базой')
  await pause(WRITING_MS)
  placeA.plug()
  pair.a = await bootDebian(pair.a.root, placeA.namespace)
  await ready(pair.a)
  await pause(WRITING_MS)
  const refused = pair.a.sh('journalctl -u podmoga -b -o cat --no-pager | grep -c "is an old primary"').text
  type(pair, 'When A is gone', 1)
  const again = await until('A снова резервная', () => /streaming/.test(b.sh(STREAMING).text))
  stopped = true
  await Promise.all(writers)
  const shown = new Map<string, Shown[]>()
  const direct = `http://${placeB.address}:3000`
  await readBack(direct, await openCall(direct, OWNER), shown)
  const problems = judge(ledger, shown)
  for (const problem of [...problems, ...ledger.refused].slice(0, 20)) say(problem)
  return [
    [
      'машины A не стало: записей подтверждено',
      show(ledger.ops.slice(before).filter((op) => op.acknowledged).length),
    ],
    ['**пропало, повторилось или испорчено**', `**${problems.length}**`],
    ['отказано работающим сервером', show(ledger.refused.length)],
    [
      'машины A не стало: повышена B через, с; снова пишем через, с',
      `${show(promoted, 1)}; ${show(written, 1)}`,
    ],
    [
      'старая главная отвергнута; снова резервная через, с',
      `${Number(refused) > 0 ? 'да' : '**нет**'}; ${show(again, 1)}`,
    ],
  ]
}

/** Runs the commands of two-servers.md, from two bare machines with the previous release to a failover. */
export const pair: Bench = {
  name: 'pair',
  title: 'Два сервера и резервная база на голой Debian: two-servers.md по строкам',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'podmoga-pair-'))
    const network = openNetwork()
    process.once('exit', network.close)
    const s3: Host<string> = await openHost('drills/pair/store-host.ts', { address: GATEWAY })
    let both: Pair | undefined
    try {
      say('две Debian 12, install.md')
      const [a, b] = await installBoth(folder, network.places)
      both = {
        a,
        b,
        places: network.places,
        store: s3.hosted,
        ledger: { ops: [], in_flight: 0, refused: [] },
      }
      say('база, серверы прежнего выпуска, nginx')
      const rows = await setUp(both)
      say('обновление под записью')
      rows.push(...(await upgradePair({ ...both, machines: [a, b] }, OWNER, ready)))
      say('копия и возврат')
      const restored = type(both, 'A copy, and back from it', 0, 2)
      rows.push([
        'копия и её возврат в пустую базу',
        /Расхождений нет/.test(restored) ? 'расхождений нет' : '**не так**',
      ])
      say('машины главной базы не стало')
      rows.push(...(await failOver(both)))
      return table(['Два сервера', 'итог'], rows)
    } catch (error) {
      const lastLogOf = (machine: Machine) => machine.sh(LAST_WORDS).text
      if (both !== undefined)
        writeFileSync(join(tmpdir(), 'podmoga-pair.log'), [both.a, both.b].map(lastLogOf).join('\n\n'))
      throw error
    } finally {
      await both?.a.off()
      await both?.b.off()
      s3.stop()
      process.off('exit', network.close)
      network.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
