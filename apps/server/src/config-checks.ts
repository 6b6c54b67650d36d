import { BlockList, isIP } from 'node:net'

/** The values by name, without the invalid ones. */
type Values = Readonly<Record<string, unknown>>

const has = (values: Values, name: string): boolean => values[name] !== undefined

/** Names of address ranges known to Fastify. */
const RANGES = new Set(['loopback', 'linklocal', 'uniquelocal'])

const isSubnet = (text: string): boolean => {
  const [address = '', prefix, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  if (prefix === undefined) return true
  if (!/^\d{1,3}$/.test(prefix)) return false
  try {
    new BlockList().addSubnet(address, Number(prefix), version === 6 ? 'ipv6' : 'ipv4')
    return true
  } catch {
    return false
  }
}

/**
 * Returns why a list of trusted proxies is invalid; null if it is valid. Hop counts are refused: they would trust headers sent by
 * anyone.
 */
export const proxyFault = (list: string): string | null => {
  const wrong = list
    .split(',')
    .map((item) => item.trim())
    .find((item) => !RANGES.has(item) && !isSubnet(item))
  if (wrong === undefined) return null
  if (/^\d+$/.test(wrong))
    return `«${wrong}» — число прокси, а ему верить нельзя: кто угодно допишет заголовок. Назовите адреса прокси.`
  return `«${wrong}» — не IP-адрес и не подсеть (пример: 10.0.0.5, 192.168.0.0/16).`
}

/** Whether the text is an origin, exactly as a browser sends it. */
export const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text

const together = (values: Values, names: readonly string[], why: string): string | null => {
  const given = names.filter((name) => has(values, name))
  const missing = names.filter((name) => !has(values, name))
  if (given.length === 0 || missing.length === 0) return null
  return `${given.join(', ')} без ${missing.join(', ')}: ${why}`
}

const inProduction = (values: Values): (string | null)[] => [
  values.RATE_LIMITS === 'off' ? 'RATE_LIMITS=off нельзя включать в production.' : null,
  values.DEV_OUTBOX === true ? 'DEV_OUTBOX=1 нельзя включать в production.' : null,
  has(values, 'SEED') && values.SEED !== 'none'
    ? `SEED=${String(values.SEED)} нельзя в production: пароли этих входов известны всем. Уберите SEED или задайте SEED=none.`
    : null,
]

const smsFault = (values: Values): string | null => {
  if (values.SMS_DRIVER === 'http' && !has(values, 'SMS_URL')) return 'Для SMS_DRIVER=http нужен SMS_URL.'
  if (values.SMS_DRIVER === 'eskiz' && !(has(values, 'SMS_LOGIN') && has(values, 'SMS_PASSWORD')))
    return 'Для SMS_DRIVER=eskiz нужны SMS_LOGIN и SMS_PASSWORD.'
  return null
}

const poolerFault = (values: Values): string | null => {
  const isPooled = values.DATABASE_POOLER === 'transaction'
  if (isPooled && !(has(values, 'DATABASE_URL') && has(values, 'DATABASE_DIRECT_URL')))
    return 'Для DATABASE_POOLER=transaction нужны DATABASE_URL (адрес пулера) и DATABASE_DIRECT_URL (адрес PostgreSQL мимо него).'
  if (!isPooled && has(values, 'DATABASE_DIRECT_URL'))
    return 'DATABASE_DIRECT_URL нужен только вместе с DATABASE_POOLER=transaction.'
  return null
}

/** Checks combinations of settings; returns a Russian line for each problem. */
export const faultsTogether = (values: Values): string[] =>
  [
    ...(values.NODE_ENV === 'production' ? inProduction(values) : []),
    together(values, ['AUTH_ISSUER', 'AUTH_JWKS_URL'], 'чужому провайдеру входа нужны оба.'),
    has(values, 'AUTH_AUDIENCE') && !has(values, 'AUTH_ISSUER')
      ? 'AUTH_AUDIENCE без AUTH_ISSUER: чужого провайдера входа нет.'
      : null,
    smsFault(values),
    poolerFault(values),
    Number(values.PROCESSES) > 1 && !has(values, 'DATABASE_URL')
      ? 'PROCESSES больше 1 нужна своя база: задайте DATABASE_URL, у встроенной базы один процесс.'
      : null,
    has(values, 'DATABASE_REPLICA_URLS') && !has(values, 'DATABASE_URL')
      ? 'DATABASE_REPLICA_URLS без DATABASE_URL: у встроенной базы реплик нет.'
      : null,
  ].filter((line) => line !== null)
