import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Bench, say } from '../../bench.ts'
import { table } from '../../report.ts'
import { goBefore } from '../pair/upgrade.ts'
import { bootDebian, type Machine } from './bare-debian.ts'
import { linesOf, releasing } from './page.ts'
import { PORT, ready, seconds, setUp, signIn } from './service.ts'
import { upgradeAndBack } from './way-back.ts'

const MOST_EXPOSED = 2.5

const mainPid = (machine: Machine): string => machine.must('systemctl show -P MainPID podmoga')

/** Runs the page's commands; only values that a page cannot know are replaced. */
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
  const made = await setUp(machine)
  const doctor = machine.sh(command)
  return [
    ['пакеты, исходники, сборка', seconds(built)],
    ['systemctl enable --now: до готовности', seconds(until)],
    ['первая настройка по ссылке из журнала; вход', `${made}; ${await signIn()}`],
    ['doctor по строкам страницы', `код ${doctor.code}`],
  ]
}

/** Reads the restrictions of the unit's process from the kernel and systemd. */
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

/** Makes a backup with the service's command, restores it in place, and signs in again. */
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

/** Follows the runbook's first pages literally in a bare Debian under its own systemd. */
export const unit: Bench = {
  name: 'unit',
  title: 'Служба systemd: install.md и upgrade.md по строкам на голой Debian',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'podmoga-unit-'))
    say('Debian 12')
    let machine = await bootDebian(join(folder, 'root'))
    try {
      const rows = [...(await install(machine)), ...lookInside(machine)]
      say('kill -9, stop, restart, загрузка')
      rows.push(...(await live(machine)))
      await machine.off()
      machine = await bootDebian(machine.root)
      rows.push([
        'машина загружена заново: до готовности; вход',
        `${seconds(await ready())}; ${await signIn()}`,
      ])
      say('backup, upgrade.md и путь назад')
      rows.push(...(await backUp(machine)))
      machine.must('systemctl stop podmoga && mv /var/lib/podmoga /var/lib/podmoga.present')
      goBefore(machine)
      rows.push(...(await upgradeAndBack(machine)))
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
