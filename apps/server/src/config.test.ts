import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CONFIG_PARTS, getConfig, SETTINGS } from './config.ts'
import { likelyTypos } from './installation/likely-typos.ts'

const faultsOf = (env: Record<string, string>): string => {
  try {
    getConfig(env)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

test('an empty database is filled with the demonstration by default, and in production with nothing', () => {
  expect(getConfig({}).seed).toEqual(['demo'])
  expect(getConfig({ SEED: '' }).seed).toEqual(['demo'])
  expect(getConfig({ NODE_ENV: 'production' }).seed).toEqual([])
  expect(getConfig({ NODE_ENV: 'production', SEED: 'none' }).seed).toEqual([])
  for (const SEED of ['demo', 'demo,history', 'demo,lab', 'lab'])
    expect(faultsOf({ NODE_ENV: 'production', SEED }), SEED).toContain(`SEED=${SEED} нельзя в production`)
})

test.each(['compose.yaml', 'helm/values.yaml', 'helm/example.yaml'])(
  'deploy/%s sets nothing that the server does not know',
  async (file) => {
    const text = await readFile(join(import.meta.dirname, '../../../deploy', file), 'utf8')
    const named = [...text.matchAll(/^ +([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) =>
      name.replace(/_FILE$/, ''),
    )
    const known = Object.values(CONFIG_PARTS).flatMap((part) => Object.keys(part))
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((name) => !known.includes(name))).toEqual([])
  },
)

test('a setting may stand in a file, which must be there and be the only place', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'podmoga-config-'))
  const path = join(dir, 'smtp')
  await writeFile(path, 'smtps://a:b@mail.example.uz\n')
  expect(getConfig({ SMTP_URL_FILE: path }).SMTP_URL).toBe('smtps://a:b@mail.example.uz')
  expect(faultsOf({ SMTP_URL_FILE: path, SMTP_URL: 'smtps://c' })).toContain('задан и сам SMTP_URL')
  expect(faultsOf({ SMTP_URL_FILE: join(dir, 'gone') })).toContain('не читается (ENOENT)')
  await rm(dir, { recursive: true })
})

test.each([
  ['a count of hops', { TRUST_PROXY: '1' }, /TRUST_PROXY.*«1» — число прокси/],
  ['a count among addresses', { TRUST_PROXY: '10.0.0.1, 2' }, /«2» — число прокси/],
  ['a word', { TRUST_PROXY: 'abc' }, /«abc» — не IP-адрес и не подсеть/],
  ['a subnet that cannot be', { TRUST_PROXY: '10.0.0.0/33' }, /не IP-адрес и не подсеть/],
  ['an issuer without its keys', { AUTH_ISSUER: 'https://id.example.uz' }, /AUTH_ISSUER без AUTH_JWKS_URL/],
  ['keys without an issuer', { AUTH_JWKS_URL: 'https://id.example.uz/k' }, /AUTH_JWKS_URL без AUTH_ISSUER/],
  ['an audience of nobody', { AUTH_AUDIENCE: 'help' }, /AUTH_AUDIENCE без AUTH_ISSUER/],
  ['a gateway without its address', { SMS_DRIVER: 'http' }, /нужен SMS_URL/],
  [
    'a gateway without its password',
    { SMS_DRIVER: 'eskiz', SMS_LOGIN: 'a@b.uz' },
    /нужны SMS_LOGIN и SMS_PASSWORD/,
  ],
  [
    'a pooler without the address past it',
    { DATABASE_URL: 'postgres://a@b/c', DATABASE_POOLER: 'transaction' },
    /DATABASE_POOLER=transaction нужны/,
  ],
  [
    'an address past no pooler',
    { DATABASE_DIRECT_URL: 'postgres://a@b/c' },
    /DATABASE_DIRECT_URL нужен только/,
  ],
  ['a mail server that is none', { SMTP_URL: 'smtp://' }, /SMTP_URL.*smtp:\/\/имя/],
  ['a cookie domain that is none', { COOKIE_DOMAIN: 'a b;c' }, /COOKIE_DOMAIN.*имя домена/],
  ['an origin with a path', { CORS_ORIGINS: 'https://a.uz/x' }, /CORS_ORIGINS/],
  ['a public address without http', { PUBLIC_URL: 'help.example.uz' }, /PUBLIC_URL/],
])('%s is refused in Russian', (_name, env, expected) => {
  expect(faultsOf(env)).toMatch(expected)
  expect(faultsOf(env)).not.toMatch(/expected|invalid|string/i)
})

test('a setting whose name has a slip of a finger is told, and nothing else of the environment', () => {
  const typos = (...names: string[]) =>
    likelyTypos(Object.fromEntries(names.map((name) => [name, 'x'])), SETTINGS)
  expect(typos('DATABASE_ULR')).toEqual(['DATABASE_ULR — такой настройки нет. Может быть, DATABASE_URL?'])
  expect(typos('BACKUP_T0', 'SMPT_URL', 'S3_BUCKETS', 'PUBLIC_UR', 'SMTP_URI_FILE')).toEqual(
    [
      ['BACKUP_T0', 'BACKUP_TO'],
      ['SMPT_URL', 'SMTP_URL'],
      ['S3_BUCKETS', 'S3_BUCKET'],
      ['PUBLIC_UR', 'PUBLIC_URL'],
      ['SMTP_URI_FILE', 'SMTP_URL'],
    ].map(([name, meant]) => `${name} — такой настройки нет. Может быть, ${meant}?`),
  )
  expect(typos(...SETTINGS, ...SETTINGS.map((name) => `${name}_FILE`))).toEqual([])
  expect(typos('HOME', 'HOSTNAME', 'NODE_OPTIONS', 'npm_config_cache', 'DATABASE', 'INVOCATION_ID')).toEqual(
    [],
  )
})

test('addresses, subnets and names of ranges are trusted proxies', () => {
  for (const TRUST_PROXY of ['10.0.0.5', '10.0.0.0/8, fd00::/8', '::1', 'loopback,uniquelocal'])
    expect(getConfig({ TRUST_PROXY }).TRUST_PROXY).toBe(TRUST_PROXY)
})

test('a start that cannot be ends with a readable list, no stack and no data folder', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'podmoga-config-'))
  const start = (env: Record<string, string>) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: dir,
        ...env,
      },
    })
  const wrong = start({
    NODE_ENV: 'production',
    SEED: 'demo',
    TRUST_PROXY: 'abc',
    PORT: 'x',
    SMS_DRIVER: 'http',
  })
  expect(wrong.status).toBe(1)
  const lines = wrong.stderr.trim().split('\n')
  expect(lines[0]).toBe('Настройки не подходят:')
  expect(lines.slice(1).map((line) => line.startsWith('  — '))).toEqual([true, true, true, true])
  expect(await readdir(dir)).toEqual([])

  await writeFile(join(dir, 'secrets.json'), '{}')
  const damaged = start({ SEED: 'none' })
  expect(damaged.stderr.trim()).toMatch(/^Файл ключей .* повреждён: восстановите его из копии\.$/)

  const unread = start({ SEED: 'none', SECRETS_FILE: dir })
  expect([unread.status, unread.stderr.trim()]).toEqual([
    1,
    `Файл ключей ${dir} не читается (EISDIR): проверьте, что это файл и что у приложения есть право его читать.`,
  ])
  await rm(dir, { recursive: true })
}, 60_000)
