import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { hash } from '@node-rs/argon2'
import { type Call, makeCall, type Transport } from '@podmoga/contract/client'
import { signIn } from '@podmoga/contract/session'
import type { Connection } from '@podmoga/sql/connection'
import { openSql, type Sql } from '@podmoga/sql/sql'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { buildApp } from './app.ts'
import { type Config, getConfig } from './config.ts'
import { clusterFolder, freshDatabase, migratedTemplate, templateDatabase } from './db/testing-cluster.ts'
import { DEMO_SIGN_INS, seed } from './demo/seed.ts'
import { memoryClock } from './ports/clock.ts'
import { memoryMail } from './ports/mail.ts'
import { openFiles } from './ports/open-files.ts'
import { openMail } from './ports/open-mail.ts'
import { memorySms } from './ports/sms.ts'
import { loadSecrets, secretsPathOf } from './secrets.ts'

/** The caller, and their restaurant. */
export interface Actor {
  token?: string
  restaurant_id?: string
  network?: string
}

export interface TestWorld {
  app: FastifyInstance
  sql: Sql
  config: Config
  clock: ReturnType<typeof memoryClock>
  mail: ReturnType<typeof memoryMail>
  sms: ReturnType<typeof memorySms>
  /** All log lines so far, parsed. */
  log: () => Record<string, unknown>[]
  /** The contract's client over `app.inject`. */
  as: (actor: Actor) => Call
  /** Signs a person in; the password defaults to {@link PASSWORD}. */
  signIn: (login: string, password?: string) => Promise<string>
  /** Listens on the given or a free port; returns the URL. */
  listen: (port?: number) => Promise<string>
  close: () => Promise<void>
}

/** The password of every test person. */
export const PASSWORD = 'Test-password-1'

/** Sends requests to an app without a socket. */
export const injectTransport =
  (app: FastifyInstance): Transport =>
  async (request) => {
    const body =
      request.body instanceof FormData
        ? new Request('http://x', { method: 'POST', body: request.body })
        : null
    const answer = await app.inject({
      method: request.method,
      url: request.url,
      headers: {
        ...request.headers,
        ...(body === null ? {} : { 'content-type': body.headers.get('content-type') ?? '' }),
      },
      ...(body === null
        ? request.body === undefined
          ? {}
          : { payload: String(request.body) }
        : { payload: Buffer.from(await body.arrayBuffer()) }),
    })
    return {
      status: answer.statusCode,
      header: (name) => {
        const value = answer.headers[name]
        return value === undefined ? null : String(value)
      },
      text: answer.body,
    }
  }

interface SeededTemplate {
  database: string
  dir: string
}

// As in session.passwords.ts, at 1% of the cost.
const AT_LOW_COST = { algorithm: 2, memoryCost: 64, timeCost: 1, parallelism: 1 }

let seeded: Promise<SeededTemplate> | undefined

/** The demo data, made once per run: a template database, and a folder with files and keys. */
const seededTemplate = (): Promise<SeededTemplate> => {
  seeded ??= (async () => {
    const dir = join(await clusterFolder(), 'seed')
    const config = getConfig({ NODE_ENV: 'test', DATA_DIR: dir, SEED: 'demo', PORT: '3000' })
    const database = await templateDatabase(
      async (sql) => {
        // An interrupted attempt may have left files.
        await rm(dir, { recursive: true, force: true })
        await mkdir(dir)
        await seed({ ...(await outside(config, dir)), sql })
        // The demo people sign in hundreds of times, so their hashes are made cheap.
        for (const { login, password } of DEMO_SIGN_INS)
          await sql`update people set password_hash = ${await hash(password, AT_LOW_COST)} where email = ${login}`
      },
      'demo',
      await migratedTemplate(),
    )
    return { database, dir }
  })()
  return seeded
}

const outside = async (config: Config, dir: string) => ({
  config,
  files: await openFiles(config),
  mail: memoryMail(),
  sms: memorySms(),
  clock: memoryClock(),
  secrets: await loadSecrets(join(dir, 'secrets.json')),
})

/**
 * Opens the real app on a new database, with in-memory mail and SMS and a movable clock. `env` overrides settings; `line` puts a
 * proxy between the app and its database; `like`: another world whose keys are used. Close it in `afterAll`.
 */
export const openWorld = async (
  env: Record<string, string> = {},
  { line, like }: { line?: (to: Connection) => Promise<Connection>; like?: TestWorld } = {},
): Promise<TestWorld> => {
  const dir = await mkdtemp(join(await clusterFolder(), 'world-'))
  const config = getConfig({ NODE_ENV: 'test', DATA_DIR: dir, SEED: 'none', PORT: '3000', ...env })
  const template = config.seed.includes('demo') ? await seededTemplate() : null
  // Synchronous: the asynchronous copy takes four times the work.
  if (template !== null) cpSync(template.dir, dir, { recursive: true })
  if (like !== undefined) cpSync(secretsPathOf(like.config), join(dir, 'secrets.json'))
  const database = await freshDatabase(template?.database)
  const sql = openSql((await line?.(database.connection)) ?? database.connection, 8, {
    application_name: 'podmoga',
  })
  const lines: string[] = []
  const twins = await outside(config, dir)
  if (config.seed.includes('history')) {
    const { seedHistory } = await import('./demo/history/seed-history.ts')
    await seedHistory({ sql, clock: twins.clock })
  }
  const app = await buildApp({
    ...twins,
    // If a test brings its own mail server, letters are really sent.
    mail: config.SMTP_URL === undefined ? twins.mail : openMail(config),
    sql,
    log: pino(
      { level: 'debug' },
      new Writable({
        write: (chunk, _encoding, done) => {
          lines.push(String(chunk))
          done()
        },
      }),
    ),
  })
  await app.ready()
  const transport = injectTransport(app)
  const as = (actor: Actor): Call =>
    makeCall({
      base_url: '/api/',
      transport,
      headers: () => ({
        'accept-language': 'ru',
        ...(actor.token === undefined ? {} : { authorization: `Bearer ${actor.token}` }),
        ...(actor.restaurant_id === undefined ? {} : { authrestaurantid: actor.restaurant_id }),
        ...(actor.network === undefined ? {} : { authbusinessnetwork: actor.network }),
      }),
    })
  return {
    app,
    sql,
    config,
    clock: twins.clock,
    mail: twins.mail,
    sms: twins.sms,
    as,
    log: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    signIn: async (login, password = PASSWORD) =>
      (await as({})(signIn, { body: { login, password } })).access_token,
    listen: async (port = 0) => {
      await app.listen({ host: '127.0.0.1', port })
      const address = app.server.address()
      if (typeof address !== 'object' || address === null) throw new Error('not listening')
      return `http://localhost:${address.port}`
    },
    close: async () => {
      await app.close()
      await sql.end({ timeout: 1 })
      await database.drop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** A real SMTP server on a free port, and the decoded letters it has received. */
export const startMailServer = async () => {
  const { partsOf, startSmtp } = await import('./ports/testing-smtp.ts')
  const server = await startSmtp()
  return {
    url: server.url,
    letters: () => server.received.map(({ to, raw }) => ({ to: to.join(), text: partsOf(raw).text })),
    stop: server.stop,
  }
}

export { makeSetupLink } from './business/business.module.ts'

/** A real push service on a free port, which decrypts the pushes for its browsers. */
export const startPushServer = async () => {
  const { startPushService } = await import('./ports/testing-push.ts')
  return startPushService()
}

/** A real OpenID provider on a free port, with one person whose `sub` is 1. */
export const startIdentityProvider = async (redirect_uri: string, email: string) => {
  const { CLIENT, startOidcProvider } = await import('./ports/testing-oidc.ts')
  const provider = await startOidcProvider(redirect_uri)
  provider.accounts.set('1', { email, email_verified: true })
  return { issuer: provider.issuer, ...CLIENT, close: provider.close }
}

/** A UUID for an Idempotency-Key. */
export const newKey = (): string => randomUUID()
