// Keeps the server running. Must run on Node 20: see run.mjs.
import { fstatSync, readlinkSync } from 'node:fs'
import { holdPort } from './hold-port.mjs'

/** Pause after each crash in the window; one more crash gives up. */
const PAUSES_S = [1, 2, 4, 8, 16]
const WINDOW_MS = 10 * 60_000
/** The server's exit code for a temporary failure: a database that is down, a lock (apps/server/src/failure.ts). */
const TRY_AGAIN = 75

const KILLED = 'Его завершил человек или сама система: так она поступает, когда кончается память.'

const causeOf = (code, signal) => (signal === null ? `код ${code}` : `сигнал ${signal}`)

const asClause = (reason) => (reason === undefined ? '' : ` ${reason}`)

/** Returns where the server's stdout can be read, in Russian. */
export const logPlace = () => {
  if (process.stdout.isTTY) return 'журнал — выше в этом окне'
  try {
    // Only Linux gives the file of a descriptor.
    if (fstatSync(1).isFile()) return `журнал — в ${readlinkSync('/proc/self/fd/1')}`
  } catch {
    // The general text below is used.
  }
  return 'журнал — там, куда направлен вывод этой команды (у службы systemd: journalctl)'
}

/**
 * Starts the server by `launch` and restarts it when it crashes after it was ready: five times within ten minutes, after
 * growing pauses. A start that fails for a temporary reason (exit code 75) is retried for ten minutes. A server that ends
 * with 0, or fails to start for a permanent reason (a wrong setting, a port in use), is not restarted.
 * Between two starts the port stays open and answers 503.
 * @param launch starts the process, with an IPC channel; it sends `ready` there, `{ place }` with its port, and `{ failure }`
 *   with the reason of its end.
 * @param say prints one Russian line.
 * @param exit is called with the exit code at the end.
 * @param log_place where the log is, in Russian; printed when the server is given up.
 * @param patience_ms how long a temporary failure is retried.
 * @returns `stop(signal)`, which forwards a signal and lets the server end.
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
  /** Time of the first failed attempt since the server was last ready, and the number of failures. */
  let failing
  let reason
  let lastPrinted

  /** The port as the server has reported it. */
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
      // Prints a repeated reason only once, so that other messages stay visible.
      if (reason !== undefined && reason !== lastPrinted) {
        lastPrinted = reason
        say(reason)
      }
      if (stopping || code === 0) return exit(code ?? 1)
      if (code === TRY_AGAIN) return afterFailedStart()
      if (!was_ready) return exit(code ?? 1)
      afterDeath(code, signal)
    }
    server.on('exit', (code, signal) => {
      // Its last IPC message may not have arrived yet.
      if (server.connected) server.once('disconnect', () => onEnd(code, signal))
      else onEnd(code, signal)
    })
  }
  run()

  return {
    stop: (signal) => {
      stopping = true
      // Between two starts there is no process to forward the signal to.
      if (timer !== undefined && (server.exitCode !== null || server.signalCode !== null)) {
        clearTimeout(timer)
        return exit(0)
      }
      server.kill(signal)
    },
  }
}
