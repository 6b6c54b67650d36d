import { readFileSync } from 'node:fs'
import { codeOf } from '@podmoga/embedded-postgres/start-error'
import { z } from 'zod'
import { ru } from 'zod/locales'
import { backupConfig } from './backup/backup.config.ts'
import { faultsTogether, isOrigin, proxyFault } from './config-checks.ts'
import { type ConfigOf, type ConfigPart, configPart } from './config-part.ts'
import { filesConfig } from './files/files.config.ts'
import { profileConfig } from './profile/profile.config.ts'
import { sessionConfig } from './session/session.config.ts'
import { ticketsConfig } from './tickets/tickets.config.ts'

/** The default support contacts are examples and belong to nobody. */
const SHIPPED = { phone: '+998 71 000-00-00', email: 'support@podmoga.example' }

export const isSupportShipped = ({ SUPPORT_PHONE, SUPPORT_EMAIL }: Config): boolean =>
  SUPPORT_PHONE === SHIPPED.phone || SUPPORT_EMAIL === SHIPPED.email

const flag = (byDefault: boolean) =>
  z
    .enum(['1', '0', 'true', 'false', 'on', 'off'])
    .default(byDefault ? '1' : '0')
    .transform((text) => ['1', 'true', 'on'].includes(text))

const DATABASE_ADDRESS = /^postgres(ql)?:\/\//
const databaseAddress = z
  .string()
  .regex(DATABASE_ADDRESS, { error: 'нужен адрес вида postgres://имя:пароль@сервер:5432/база' })

const serverConfig = configPart({
  NODE_ENV: {
    doc: 'Режим: production, development или test.',
    schema: z.enum(['production', 'development', 'test']).default('development'),
  },
  HOST: { doc: 'Адрес, на котором слушает сервер.', schema: z.string().default('0.0.0.0') },
  PORT: { doc: 'Порт.', schema: z.coerce.number().int().min(0).max(65_535).default(3000) },
  PUBLIC_URL: {
    doc: 'Адрес, под которым продукт видят люди: для ссылок в письмах и проверки Origin. По умолчанию http://localhost:PORT.',
    schema: z.url({ protocol: /^https?$/ }).optional(),
  },
  TRUST_PROXY: {
    doc: 'Адреса и подсети доверенных прокси через запятую: только им верят в X-Forwarded-For и X-Forwarded-Proto.',
    schema: z
      .string()
      .superRefine((list, context) => {
        const fault = proxyFault(list)
        if (fault !== null) context.addIssue({ code: 'custom', message: fault })
      })
      .optional(),
  },
  SHUTDOWN_DELAY_SECONDS: {
    doc: 'Сколько секунд после SIGTERM сервер ещё работает, уже отвечая в /health/ready 503: за это время прокси перестаёт слать ему запросы. По умолчанию 5 за прокси (TRUST_PROXY) и 0 без него; Ctrl-C не ждёт.',
    schema: z.coerce.number().int().min(0).max(60).optional(),
  },
  API_BASE_URL: {
    doc: 'Куда приложения шлют запросы, с косой чертой на конце: путь на этом же адресе или полный адрес другого сервера (тогда адрес приложений — в его CORS_ORIGINS).',
    schema: z
      .string()
      .regex(/^(\/(?!\/)|https?:\/\/[^/?#\s]+\/)([^?#\s]*\/)?$/)
      .default('/api/'),
  },
  CORS_ORIGINS: {
    doc: 'Другие адреса, с которых открыты приложения, через запятую, точно как в заголовке Origin.',
    schema: z
      .string()
      .refine((list) => list.split(',').every((one) => one.trim() === '' || isOrigin(one.trim())), {
        error: 'нужны адреса вида https://help.example.uz, без пути и косой черты в конце',
      })
      .default(''),
  },
  DATA_DIR: { doc: 'Папка данных: встроенная база, файлы, секреты.', schema: z.string().default('./data') },
  DATABASE_URL: {
    doc: 'Свой сервер PostgreSQL 15 или новее. Пусто — встроенная база в DATA_DIR.',
    schema: databaseAddress.optional(),
  },
  DATABASE_POOLER: {
    doc: 'Режим пулера (PgBouncer) перед базой: session — и без пулера, transaction — с DATABASE_DIRECT_URL.',
    schema: z.enum(['session', 'transaction']).default('session'),
  },
  DATABASE_DIRECT_URL: {
    doc: 'Адрес самого PostgreSQL мимо пулера, когда DATABASE_POOLER=transaction: для миграций, замков и LISTEN.',
    schema: databaseAddress.optional(),
  },
  DATABASE_REPLICA_URLS: {
    doc: 'Адреса реплик той же базы через пробел: из них читают архив, показатели, выгрузки и поиск. Отставшую, замолчавшую и чужую не спрашивают, читают из DATABASE_URL.',
    schema: z
      .string()
      .transform((list) => list.split(/\s+/).filter(Boolean))
      .refine((list) => list.every((one) => DATABASE_ADDRESS.test(one)), {
        error: 'нужны адреса вида postgres://имя:пароль@сервер:5432/база через пробел',
      })
      .optional(),
  },
  PROCESSES: {
    doc: 'Сколько процессов сервера делят порт: число или auto — по числу ядер. Больше одного — только со своей базой (DATABASE_URL).',
    schema: z
      .string()
      .regex(/^(auto|[1-9]\d?)$/, { error: 'нужно число от 1 до 99 или auto' })
      .default('1'),
  },
  DATABASE_CONNECTIONS: {
    doc: 'Сколько соединений с базой держит один сервер для работы, все его процессы вместе; ещё три служебных — у каждого процесса.',
    schema: z.coerce.number().int().min(2).max(200).default(20),
  },
  SEED: {
    doc: 'Чем наполнить пустую базу: demo, demo,history (ещё и пять недель прошлого), demo,lab или none. По умолчанию demo (npm start: demo,history), в production — none, и другое там запрещено.',
    schema: z.enum(['none', 'demo', 'demo,history', 'demo,lab', 'lab']).optional(),
  },
  LAB_DIR: { doc: 'Папка с корпусом для SEED=demo,lab.', schema: z.string().default('../shared/search') },
  RATE_LIMITS: {
    doc: 'off снимает частоту запросов для нагрузочных проверок; счётчики подбора остаются. В production запрещено.',
    schema: z.enum(['on', 'off']).default('on'),
  },
  DEV_OUTBOX: {
    doc: '1 — письма и SMS видны в GET /api/dev/outbox/. Только вместе с демонстрационными данными.',
    schema: flag(false),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    doc: 'Сборщик трасс OpenTelemetry (OTLP по HTTP), например `http://localhost:4318`. Пусто — трассы не собираются. Остальные переменные OTEL_* читает сама библиотека.',
    schema: z.url({ protocol: /^https?$/ }).optional(),
  },
  OTEL_TRACES_SAMPLER_ARG: {
    doc: 'Какая доля запросов оставляет трассу, от 0 до 1; запрос с чужой трассой следует ей.',
    schema: z.coerce.number().min(0).max(1).default(1),
  },
  METRICS_TOKEN: {
    doc: 'Токен, с которым GET /metrics отдаёт показатели для Prometheus. Пусто — такой страницы нет.',
    schema: z.string().optional(),
  },
  LOG_LEVEL: {
    doc: 'Подробность журнала: fatal, error, warn, info, debug.',
    schema: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info'),
  },
  SECRETS_FILE: {
    doc: 'Файл с ключами подписи. Создаётся сам с правами 0600; нескольким серверам нужен один и тот же. По умолчанию DATA_DIR/secrets.json.',
    schema: z.string().optional(),
  },
  BRAND: { doc: 'Имя продукта в шапке, подвале и письмах.', schema: z.string().default('Подмога') },
  SUPPORT_PHONE: { doc: 'Телефон поддержки в шапке.', schema: z.string().default(SHIPPED.phone) },
  SUPPORT_EMAIL: { doc: 'Почта поддержки.', schema: z.string().default(SHIPPED.email) },
  PANEL_URL: {
    doc: 'Веб-панель ресторана; {restaurantId} заменяется на id.',
    schema: z.string().default('/restaurants/{restaurantId}'),
  },
  MARKETPLACE_URL: {
    doc: 'Маркетплейс.',
    schema: z.string().default('https://marketplace.podmoga.example/'),
  },
})

/** All settings, in the order of the table in README.ru.md. */
export const CONFIG_PARTS = {
  Сервер: serverConfig,
  'Вход и сессии': sessionConfig,
  Тикеты: ticketsConfig,
  Файлы: filesConfig,
  'Почта и SMS': profileConfig,
  'Резервные копии': backupConfig,
} satisfies Record<string, ConfigPart>

export const SETTINGS: readonly string[] = Object.values(CONFIG_PARTS).flatMap((part) => Object.keys(part))

export type Config = ConfigOf<typeof serverConfig> &
  ConfigOf<typeof sessionConfig> &
  ConfigOf<typeof ticketsConfig> &
  ConfigOf<typeof filesConfig> &
  ConfigOf<typeof profileConfig> &
  ConfigOf<typeof backupConfig> & { public_url: string; seed: readonly string[] }

// Used for these messages only: the contract words the messages that users see.
const RUSSIAN = ru().localeError

/** Lists every invalid setting. */
export class ConfigError extends Error {}

/** A setting may be read from a file named by `NAME_FILE`, as with Docker secrets and systemd credentials. */
const rawOf = (env: Record<string, string | undefined>, name: string, problems: string[]) => {
  const path = env[`${name}_FILE`] || undefined
  if (path === undefined) return env[name] || undefined
  if (env[name]) problems.push(`${name}_FILE: задан и сам ${name}, оставьте одно`)
  try {
    return readFileSync(path, 'utf8').trim() || undefined
  } catch (error) {
    problems.push(`${name}_FILE: файл ${path} не читается (${codeOf(error)})`)
    return undefined
  }
}

/**
 * Reads the settings from the environment and from the files it names. Throws {@link ConfigError} listing every invalid setting.
 */
export const getConfig = (env: Record<string, string | undefined>): Config => {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const part of Object.values(CONFIG_PARTS) as ConfigPart[])
    for (const [name, setting] of Object.entries(part)) {
      const raw = rawOf(env, name, problems)
      const parsed = setting.schema.safeParse(raw, { error: RUSSIAN })
      if (parsed.success) values[name] = parsed.data
      else problems.push(`${name}: ${setting.doc} (${parsed.error.issues[0]?.message ?? 'не подходит'})`)
    }
  problems.push(...faultsTogether(values))
  if (problems.length > 0)
    throw new ConfigError(`Настройки не подходят:\n${problems.map((line) => `  — ${line}`).join('\n')}`)
  const seed = String(values.SEED ?? (values.NODE_ENV === 'production' ? 'none' : 'demo'))
  return {
    ...(values as Omit<Config, 'public_url' | 'seed'>),
    public_url: String(values.PUBLIC_URL ?? `http://localhost:${String(values.PORT)}`).replace(/\/$/, ''),
    seed: seed === 'none' ? [] : seed.split(','),
  }
}
