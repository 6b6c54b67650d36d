import type { Call } from '@podmoga/contract/client'
import { isRefusal } from '../explain.ts'

interface Asked {
  /** True when the person has confirmed, false when they would rather not. */
  answer: (is_confirmed: boolean) => void
}

let asked: Asked | null = null
let answered: Promise<boolean> | null = null
const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}

/** Asks the person to prove that it is still them. Calls that need it at the same time wait for one answer. */
const askToConfirm = (): Promise<boolean> => {
  answered ??= new Promise<boolean>((resolve) => {
    asked = { answer: resolve }
    tell()
  }).finally(() => {
    asked = null
    answered = null
    tell()
  })
  return answered
}

/** What is being asked now; null: nothing. */
export const confirmationAsked = (): Asked | null => asked

/** Told when the question comes up and when it goes. Returns how to stop. */
export const onConfirmationChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The same client, which asks the person whether it is still them before what weighs, and sends the very same call again. */
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
