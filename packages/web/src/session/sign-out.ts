import { Refusal } from '@podmoga/contract/refusals'
import { signOut } from '@podmoga/contract/session'
import { ask } from './ask.ts'
import { clearSession } from './stored-session.ts'
import { tellTabs } from './tabs.ts'

const LONGEST_WAIT_MS = 4000

/** Ends the session on the server (as far as it can be reached), in this browser and in the person's other tabs. */
export const endSession = async (): Promise<void> => {
  try {
    await ask(signOut, {}, { signal: AbortSignal.timeout(LONGEST_WAIT_MS) })
  } catch (error) {
    // No connection, a slow one or a site without this call: the browser forgets the person all the same.
    if (!(error instanceof Refusal || error instanceof DOMException)) throw error
  }
  tellTabs({ kind: 'signed_out' })
  clearSession({ isQuiet: true })
}
