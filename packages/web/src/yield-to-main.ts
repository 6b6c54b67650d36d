const waiting: (() => void)[] = []
let gate: MessagePort | null = null

const open = (): MessagePort => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => waiting.shift()?.()
  return port2
}

/**
 * Yields to the event loop: resolves in a new task, a separate one for each caller. A page makes some ten calls when it
 * renders; in one task they would block input on a slow phone.
 */
export const yieldToMain = (): Promise<void> =>
  new Promise((resolve) => {
    gate ??= open()
    waiting.push(resolve)
    gate.postMessage(null)
  })
