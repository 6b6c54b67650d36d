const waiting: (() => void)[] = []
let gate: MessagePort | null = null

const open = (): MessagePort => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => waiting.shift()?.()
  return port2
}

/**
 * A task of one's own, as soon as there is one: resolves after what runs now has ended, and for one caller at a time. A
 * page that is drawn asks ten things at once; in one task they would keep a slow phone from hearing a touch.
 */
export const yieldToMain = (): Promise<void> =>
  new Promise((resolve) => {
    gate ??= open()
    waiting.push(resolve)
    gate.postMessage(null)
  })
