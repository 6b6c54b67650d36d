// Keeps the server running. Only what Node 20 knows: see run.mjs.

/** After each death in the window; one more ends it. */
const PAUSES_S = [1, 2, 4, 8, 16]
const WINDOW_MS = 10 * 60_000

const causeOf = (code, signal) => (signal === null ? `код ${code}` : `сигнал ${signal}`)

/**
 * Starts the server by `launch` and, when it dies though it was once ready and nobody asked it to, starts it again: five
 * times within ten minutes, after growing pauses. A server that ends with 0, or that never was ready (a wrong setting, a
 * taken port), is not started again.
 * @param launch starts the process, with an IPC channel; it says `ready` there.
 * @param say tells one Russian line.
 * @param exit is called with the exit code when it is over.
 * @returns `stop(signal)`, which hands a signal on and lets the server end.
 */
export const keepRunning = ({ launch, say, exit, pauses_s = PAUSES_S }) => {
  let server
  let timer
  let stopping = false
  let was_ready = false
  let deaths = []

  const run = () => {
    server = launch()
    server.on('message', (word) => {
      if (word === 'ready') was_ready = true
    })
    server.on('exit', (code, signal) => {
      if (stopping || code === 0 || !was_ready) return exit(code ?? 1)
      const now = Date.now()
      deaths = [...deaths.filter((at) => now - at < WINDOW_MS), now]
      const pause = pauses_s[deaths.length - 1]
      if (pause === undefined) {
        say(
          `Сервер неожиданно остановился (${causeOf(code, signal)}) ${deaths.length}-й раз за десять минут. Больше не запускаю: причина — в журнале выше.`,
        )
        return exit(code ?? 1)
      }
      say(
        `Сервер неожиданно остановился (${causeOf(code, signal)}). Запускаю снова через ${pause} с (${deaths.length} из ${pauses_s.length}).`,
      )
      timer = setTimeout(run, pause * 1000)
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
