import { cpus, loadavg, platform, totalmem } from 'node:os'

/** Returns machine and date of a measurement in one line. The load shows how busy the machine was with other work. */
export const machine = (): string => {
  const cores = cpus()
  const model = cores[0]?.model.trim() ?? 'неизвестный процессор'
  const memory = Math.round(totalmem() / 2 ** 30)
  const date = new Date().toLocaleDateString('ru', { day: 'numeric', month: 'long', year: 'numeric' })
  const load = loadavg()[0]?.toFixed(1).replace('.', ',')
  return `${date}; ядер: ${cores.length} (${model}), ${memory} ГБ памяти, ${platform()}, Node ${process.version}; загрузка перед прогоном ${load}.`
}

/** Milliseconds of a monotonic clock shared by all processes of the machine. */
export const steadyMs = (): number => Number(process.hrtime.bigint()) / 1e6
