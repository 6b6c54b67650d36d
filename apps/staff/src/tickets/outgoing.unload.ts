import type { Outgoing } from './outgoing.ts'

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** Has the browser ask before the page goes while something is being sent. */
export const guardUnload = (items: readonly Outgoing[]): void =>
  window[items.some(({ state }) => state === 'sending') ? 'addEventListener' : 'removeEventListener'](
    'beforeunload',
    ask,
  )
