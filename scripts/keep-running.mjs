// Keeps the server running. Only what Node 20 knows: see run.mjs.
import { fstatSync, readlinkSync } from 'node:fs'
import { holdPort } from './hold-port.mjs'

/** After each death in the window; one more ends it. */
const PAUSES_S = [1, 2, 4, 8, 16]
const WINDOW_MS = 10 * 60_000
/** What the server ends with when it may well start later: a database that is away, a lock (apps/server/src/failure.ts). */
const TRY_AGAIN = 75

const KILLED = 'Его завершил человек или сама система: так она поступает, когда кончается память.'

const causeOf = (code, signal) => (signal === null ? `код ${code}` : `сигнал ${signal}`)

const asClause = (reason) => (reason === undefined ? '' : ` ${reason}`)

/** Where what the server writes to its stdout can be read, in Russian. */
export const logPlace = () => {
  if (process.stdout.isTTY) return 'журнал — выше в этом окне'
  try {
    // Only Linux names a descriptor's file.
    if (fstatSync(1).isFile()) return `журнал — в ${readlinkSync('/proc/self/fd/1')}`
  } catch {
    // Told in general below.
  }
  return 'журнал — там, куда направлен вывод этой команды (у службы systemd: journalctl)'
}

/**
 * Starts the server by `launch` and starts it again when it dies though it was once ready and nobody asked it to: five times
 * within ten minutes, after growing pauses. One that could not start for a reason that passes (exit code 75) is tried
 * again for ten minutes. A server that ends with 0, or cannot start for a reason that stays (a wrong setting, a taken
 * port), is not started again.
 * Between two starts its port stays open, and says so.
 * @param launch starts the process, with an IPC channel; it sends `ready` there, `{ place }` with its port, and `{ failure }`
 *   with why it ends.
 * @param say tells one Russian line.
 * @param exit is called with the exit code when it is over.
 * @param log_place where the log is, in Russian; told when the server is given up.
 * @param patience_ms how long a reason may take to pass.
 * @returns `stop(signal)`, which hands a signal on and lets the server end.
 */
export const keepRunning = ({
  launch,
  say,
  exit,
  log_place,
  pauses_s = PAUSES_S,
  patience_ms = WINDOW_MS,
}) => {
  let server
  let timer
  let stopping = false
  let was_ready = false
  let deaths = []
  /** When the first of the attempts since the last readiness failed, and how many did. */
  let failing
  let reason
  let told

  /** What the server has said of its port. */
  let place

  const again = (pause) => {
    const letGo = place === undefined ? async () => {} : holdPort(place, pause)
    timer = setTimeout(() => void letGo().then(run), pause * 1000)
  }

  const afterFailedStart = () => {
    failing ??= { since: Date.now(), count: 0 }
    failing.count += 1
    if (Date.now() - failing.since >= patience_ms) {
      say(`Так и не удалось запустить сервер.${asClause(reason)} Больше не пробую: ${log_place}`)
      return exit(TRY_AGAIN)
    }
    const pause = pauses_s[Math.min(failing.count, pauses_s.length) - 1]
    say(`Пробую снова через ${pause} с.`)
    again(pause)
  }

  const afterDeath = (code, signal) => {
    const now = Date.now()
    deaths = [...deaths.filter((at) => now - at < WINDOW_MS), now]
    const pause = pauses_s[deaths.length - 1]
    const words = `Сервер неожиданно остановился (${causeOf(code, signal)})`
    if (pause === undefined) {
      say(
        `${words} ${deaths.length}-й раз за десять минут.${asClause(reason ?? (signal === 'SIGKILL' ? KILLED : undefined))} Больше не запускаю: ${log_place}`,
      )
      return exit(code ?? 1)
    }
    say(`${words}. Запускаю снова через ${pause} с (${deaths.length} из ${pauses_s.length}).`)
    again(pause)
  }

  const run = () => {
    reason = undefined
    server = launch()
    server.on('message', (message) => {
      if (message === 'ready') {
        was_ready = true
        failing = undefined
      } else if (message?.place !== undefined) place = message.place
      else if (message?.failure !== undefined) reason = message.failure
    })
    const onEnd = (code, signal) => {
      // Again and again the same words would bury whatever else is said.
      if (reason !== undefined && reason !== told) {
        told = reason
        say(reason)
      }
      if (stopping || code === 0) return exit(code ?? 1)
      if (code === TRY_AGAIN) return afterFailedStart()
      if (!was_ready) return exit(code ?? 1)
      afterDeath(code, signal)
    }
    server.on('exit', (code, signal) => {
      // Its last words may still be under way.
      if (server.connected) server.once('disconnect', () => onEnd(code, signal))
      else onEnd(code, signal)
    })
  }
  run()

  return {
    stop: (signal) => {
      stopping = true
      // Between two starts there is nobody to hand it to.
      if (timer !== undefined && (server.exitCode !== null || server.signalCode !== null)) {
        clearTimeout(timer)
        return exit(0)
      }
      server.kill(signal)
    },
  }
}
