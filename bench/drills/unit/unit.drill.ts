import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Bench, say } from '../../bench.ts'
import { show } from '../../lib/numbers.ts'
import { table } from '../../report.ts'
import { bootDebian, type Machine } from './bare-debian.ts'
import { linesOf, releasing } from './page.ts'

const PORT = 5499
const URL_INSIDE = `http://127.0.0.1:${PORT}`
/** What the page leaves to its reader. */
const PUBLIC_URL = 'https://help.example.uz'
const OWNER = { login: 'owner@example.uz', password: 'Drill-pass-1' }
const READY_MS = 120_000
const MOST_EXPOSED = 2.5

const ready = async (): Promise<number> => {
  const since = performance.now()
  for (;;) {
    const answer = await fetch(`${URL_INSIDE}/health/ready`, { signal: AbortSignal.timeout(2000) }).catch(
      () => null,
    )
    if (answer?.status === 200) return performance.now() - since
    if (performance.now() - since > READY_MS) throw new Error('не готов за две минуты')
    await pause(100)
  }
}

/** As the proxy hands it on. */
const post = (path: string, body: object): Promise<Response> =>
  fetch(`${URL_INSIDE}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: PUBLIC_URL, 'x-forwarded-proto': 'https' },
    body: JSON.stringify(body),
  })
const signIn = async (): Promise<number> => (await post('auth/sign-in/', OWNER)).status

const mainPid = (machine: Machine): string => machine.must('systemctl show -P MainPID podmoga')
const seconds = (ms: number): string => `${show(ms / 1000, 1)} с`

/** The page, line by line; what is said instead of a line is what a page cannot know. */
const install = async (machine: Machine): Promise<string[][]> => {
  const [prepare = '', settings = '', start = '', command = ''] = linesOf('install.md', 'With systemd')
  machine.must('apt-get update -qq')
  say('install.md: пакеты, исходники, сборка')
  const since = performance.now()
  machine.must(
    releasing(prepare, 'origin/HEAD').replace('https://your.git/podmoga', 'file:///srv/podmoga.git'),
  )
  const built = performance.now() - since
  machine.must(settings)
  machine.must(`echo PORT=${PORT} >> /etc/podmoga/env`)
  const [enable = ''] = start.split('\n')
  machine.must(enable)
  const until = await ready()
  const log = machine.must('journalctl -u podmoga -o cat --no-pager')
  const [, key] = /\/setup\/\?key=([\w-]+)/.exec(log) ?? []
  if (key === undefined) throw new Error(`в журнале нет ссылки первой настройки:\n${log}`)
  const made = await post('setup/', {
    ...{ key, business_name: 'Навруз', network: 'navruz', restaurant_name: 'Чайхана' },
    ...{ first_name: 'Нодира', ...OWNER },
  })
  const doctor = machine.sh(command)
  return [
    ['пакеты, исходники, сборка', seconds(built)],
    ['systemctl enable --now: до готовности', seconds(until)],
    ['первая настройка по ссылке из журнала; вход', `${made.status}; ${await signIn()}`],
    ['doctor по строкам страницы', `код ${doctor.code}`],
  ]
}

/** What the unit holds the process to, as the kernel and systemd say. */
const lookInside = (machine: Machine): string[][] => {
  const pid = mainPid(machine)
  const status = machine.must(`cat /proc/${pid}/status`)
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '?'
  const exposed = /exposure level for podmoga.service: (\S+)/.exec(
    machine.must('systemd-analyze security podmoga --no-pager'),
  )?.[1]
  const write = machine.sh(`nsenter -t ${pid} -m -- runuser -u podmoga -- touch /opt/podmoga/x`)
  return [
    [
      `systemd-analyze security (не больше ${MOST_EXPOSED})`,
      Number(exposed) > MOST_EXPOSED ? `**${exposed}**` : String(exposed),
    ],
    [
      'пользователь, CapEff, NoNewPrivs, Seccomp',
      ['Uid', 'CapEff', 'NoNewPrivs', 'Seccomp'].map(field).join(', '),
    ],
    ['запись в /opt/podmoga', write.code === 0 ? '**удалась**' : 'отказано'],
  ]
}

const live = async (machine: Machine): Promise<string[][]> => {
  const killed = mainPid(machine)
  machine.must(`kill -9 ${killed}`)
  const since = performance.now()
  while (['0', killed].includes(mainPid(machine))) await pause(100)
  await ready()
  const back = performance.now() - since
  const restarts = machine.must('systemctl show -P NRestarts podmoga')
  const afterKill = await signIn()
  const stopped = performance.now()
  machine.must('systemctl stop podmoga')
  const stop = performance.now() - stopped
  const result = machine.must('systemctl show -P Result podmoga')
  const left = machine.sh('pgrep -u podmoga').text
  machine.must('systemctl start podmoga')
  const again = await ready()
  machine.must('systemctl restart podmoga')
  const restarted = await ready()
  return [
    ['kill -9: снова готов через; перезапусков; вход', `${seconds(back)}; ${restarts}; ${afterKill}`],
    [
      'systemctl stop: время; итог; осталось процессов',
      `${seconds(stop)}; ${result}; ${left === '' ? 0 : left}`,
    ],
    ['systemctl start, restart: до готовности', `${seconds(again)}, ${seconds(restarted)}`],
  ]
}

/** Backed up by the service's own command, restored in place of what is there, signed in again. */
const backUp = async (machine: Machine): Promise<string[][]> => {
  const asService = (script: string) =>
    `cd /opt/podmoga && set -a && . /etc/podmoga/env && set +a
     DATA_DIR=/var/lib/podmoga runuser -u podmoga -- bin/node apps/server/src/${script}`
  machine.must(asService('backup.ts'))
  machine.must('systemctl stop podmoga && mv /var/lib/podmoga /var/lib/podmoga.old')
  machine.must('install -d -m 0711 -o podmoga -g podmoga /var/lib/podmoga')
  machine.must(asService('restore.ts --from /var/backups/podmoga --instead'))
  machine.must('systemctl start podmoga')
  await ready()
  return [['backup, restore --instead в пустую папку; вход', String(await signIn())]]
}

/** upgrade.md: a later commit, with the page's own lines. */
const upgrade = async (machine: Machine): Promise<string[][]> => {
  const [lines = ''] = linesOf('upgrade.md', null)
  machine.must(`cd /srv && git clone -q podmoga.git next && cd next
    git -c user.name=drill -c user.email=drill@example.uz commit -q --allow-empty -m next
    git push -q origin HEAD`)
  const since = performance.now()
  machine.must(releasing(lines, 'origin/HEAD'))
  await ready()
  const at = machine.must('git -C /opt/podmoga log -1 --format=%s')
  return [['upgrade.md; вход', `${at}: ${seconds(performance.now() - since)}; ${await signIn()}`]]
}

/** The runbook's first pages followed to the letter in a bare Debian, under a systemd of its own. */
export const unit: Bench = {
  name: 'unit',
  title: 'Служба systemd: install.md и upgrade.md по строкам на голой Debian',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'podmoga-unit-'))
    say('Debian 12')
    const machine = await bootDebian(join(folder, 'root'))
    try {
      const rows = [...(await install(machine)), ...lookInside(machine)]
      say('kill -9, stop, restart, backup, upgrade')
      rows.push(...(await live(machine)), ...(await backUp(machine)), ...(await upgrade(machine)))
      const failed = machine.must('systemctl --failed --no-legend')
      const version = machine.must('systemctl --version | head -1')
      return table(
        ['Служба', 'итог'],
        [['systemd', version], ...rows, ['упавшие службы', failed === '' ? 'нет' : `**${failed}**`]],
      )
    } catch (error) {
      writeFileSync(join(tmpdir(), 'podmoga-unit.log'), machine.sh('journalctl --no-pager -n 300').text)
      throw error
    } finally {
      await machine.end()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
