import { cpus, loadavg, platform, totalmem } from 'node:os'

/** Where and when something was measured, in one line. Others may work on the machine: the load says how much. */
export const machine = (): string => {
  const cores = cpus()
  const model = cores[0]?.model.trim() ?? 'неизвестный процессор'
  const memory = Math.round(totalmem() / 2 ** 30)
  const date = new Date().toLocaleDateString('ru', { day: 'numeric', month: 'long', year: 'numeric' })
  const load = loadavg()[0]?.toFixed(1).replace('.', ',')
  return `${date}; ядер: ${cores.length} (${model}), ${memory} ГБ памяти, ${platform()}, Node ${process.version}; загрузка перед прогоном ${load}.`
}

/** The same clock in every process of the machine. */
export const steadyMs = (): number => Number(process.hrtime.bigint()) / 1e6
