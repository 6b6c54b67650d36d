import { styleText } from 'node:util'
import { type Logger, pino } from 'pino'

const LEVELS: Record<number, { name: string; style: Parameters<typeof styleText>[0] }> = {
  20: { name: 'отладка', style: 'dim' },
  40: { name: 'ВНИМАНИЕ', style: 'yellow' },
  50: { name: 'ОШИБКА', style: 'red' },
  60: { name: 'КОНЕЦ', style: ['red', 'bold'] },
}

/** What stands elsewhere in the line, or is the same in all of them. */
const NOT_FACTS = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err'])

// Words of strangers stand in errors: a terminal would obey what is hidden in them.
const CONTROLS = /(?![\n\t])\p{Cc}/gu
const plain = (value: unknown): string => String(value).replace(CONTROLS, '')

const factOf = ([name, value]: [string, unknown]): string =>
  `${name}=${typeof value === 'string' && /^[^\s"=]+$/.test(value) ? plain(value) : plain(JSON.stringify(value))}`

/** A line of the log as somebody at a terminal reads it: the time of day, what happened, its facts; an error's stack below. */
const readableLine = (json: string): string => {
  const line = JSON.parse(json) as Record<string, unknown>
  const level = LEVELS[Number(line.level)]
  const facts = Object.entries(line).filter(([name, value]) => !NOT_FACTS.has(name) && value !== null)
  const error = line.err as { stack?: string; message?: string } | undefined
  const words = [
    styleText('dim', new Date(String(line.time)).toLocaleTimeString('ru')),
    ...(level === undefined ? [] : [styleText(level.style, level.name)]),
    plain(line.msg ?? ''),
    ...(facts.length === 0 ? [] : [styleText('dim', facts.map(factOf).join(' '))]),
  ]
  const below =
    error === undefined ? '' : `\n  ${plain(error.stack ?? error.message).replaceAll('\n', '\n  ')}`
  return `${words.join(' ')}${below}\n`
}

interface Terminal {
  isTTY?: boolean
  write: (text: string) => unknown
}

/** The log on stdout: JSON for programs, lines for whoever watches a terminal. */
export const openLog = (level: string, out: Terminal = process.stdout): Logger => {
  const options = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
  }
  return out.isTTY === true
    ? pino(options, { write: (json: string) => void out.write(readableLine(json)) })
    : pino(options)
}
