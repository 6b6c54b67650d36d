const WIDTH = 30

/**
 * A progress bar for work that takes minutes; without a terminal, one line for each 10%. Call the returned function with the
 * number of finished parts.
 */
export const progressBar = (
  name: string,
  out: { isTTY?: boolean; write: (text: string) => unknown } = process.stderr,
): ((done: number, total: number) => void) => {
  let shown = -1
  return (done, total) => {
    const percent = total === 0 ? 100 : Math.floor((done * 100) / total)
    const step = out.isTTY === true ? percent : percent - (percent % 10)
    if (step === shown) return
    shown = step
    const filled = Math.round((percent * WIDTH) / 100)
    const line = `${name} [${'█'.repeat(filled)}${'·'.repeat(WIDTH - filled)}] ${percent} %`
    if (out.isTTY !== true) out.write(`${line}\n`)
    else out.write(`\r${line}${done === total ? '\n' : ''}`)
  }
}
