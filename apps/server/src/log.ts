import { styleText } from 'node:util'
import { type Logger, pino } from 'pino'

const LEVELS: Record<number, { name: string; style: Parameters<typeof styleText>[0] }> = {
  20: { name: 'отладка', style: 'dim' },
  40: { name: 'ВНИМАНИЕ', style: 'yellow' },
  50: { name: 'ОШИБКА', style: 'red' },
  60: { name: 'КОНЕЦ', style: ['red', 'bold'] },
}

/** Fields that are printed elsewhere in the line, or are the same in all lines. */
const NOT_FACTS = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err'])

// Errors can contain user input, and a terminal would execute escape sequences in it.
const CONTROLS = /(?![\n\t])\p{Cc}/gu
const plain = (value: unknown): string => String(value).replace(CONTROLS, '')

const factOf = ([name, value]: [string, unknown]): string =>
  `${name}=${typeof value === 'string' && /^[^\s"=]+$/.test(value) ? plain(value) : plain(JSON.stringify(value))}`

/** Formats a log line for a terminal: time of day, message, fields; an error's stack below. */
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

/** Logs to stdout: JSON, or readable lines if stdout is a terminal. */
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
