import type { Call } from '@podmoga/contract/client'
import { isRefusal } from '../explain.ts'

interface Asked {
  /** True if the user confirmed, false if they cancelled. */
  answer: (is_confirmed: boolean) => void
}

let asked: Asked | null = null
let answered: Promise<boolean> | null = null
const listeners = new Set<() => void>()
const notify = (): void => {
  for (const listener of listeners) listener()
}

/** Asks the user to confirm their identity. Concurrent calls share one answer. */
const askToConfirm = (): Promise<boolean> => {
  answered ??= new Promise<boolean>((resolve) => {
    asked = { answer: resolve }
    notify()
  }).finally(() => {
    asked = null
    answered = null
    notify()
  })
  return answered
}

/** The current question; null if there is none. */
export const confirmationAsked = (): Asked | null => asked

/** Subscribes to changes of the current question. Returns an unsubscribe function. */
export const onConfirmationChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Wraps a client: if a call requires a fresh confirmation, asks the user for it and sends the same call again. */
export const confirming =
  (call: Call): Call =>
  async (declaration, input, options) => {
    try {
      return await call(declaration, input, options)
    } catch (error) {
      if (!isRefusal(error, 'confirmation_needed') || !(await askToConfirm())) throw error
      return call(declaration, input, options)
    }
  }
