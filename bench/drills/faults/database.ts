import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Starts Debian's PostgreSQL on a separate disk; `settings`: additional start options. */
export const openDatabase = (dir: string, port: number, settings: readonly string[] = []) => {
  const bin = `/usr/lib/postgresql/${readdirSync('/usr/lib/postgresql').sort().at(-1)}/bin`
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  chownSync(dir, id('-u'), id('-g'))
  const data = join(dir, 'pg')
  const asPostgres = (program: string, ...args: string[]) =>
    spawnSync('runuser', ['-u', 'postgres', '--', program, ...args], { cwd: '/', stdio: 'ignore' }).status
  const pid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const given = ['listen_addresses=127.0.0.1', `unix_socket_directories=${dir}`, ...settings]
  const options = `-p ${port} ${given.map((one) => `-c '${one}'`).join(' ')}`
  const start = () =>
    asPostgres(join(bin, 'pg_ctl'), '-w', '-s', '-D', data, '-o', options, '-l', join(dir, 'log'), 'start')
  const psql = (query: string) =>
    asPostgres('psql', '-Xq', '-h', dir, '-p', String(port), '-d', 'postgres', '-c', query)
  asPostgres(
    join(bin, 'initdb'),
    '-D',
    data,
    '-A',
    'trust',
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '-k',
  )
  if (start() !== 0) throw new Error('PostgreSQL не запустился')
  psql('create role app login')
  psql('create database app owner app')
  psql('create database stored owner app')
  return {
    data,
    asPostgres,
    pid,
    start,
    isUp: () => psql('select 1') === 0,
    stop: (how: 'fast' | 'immediate' = 'immediate') =>
      asPostgres(join(bin, 'pg_ctl'), '-w', '-D', data, '-m', how, 'stop'),
  }
}
