import { Refusal } from '@podmoga/contract/refusals'
import { signOut } from '@podmoga/contract/session'
import { ask } from './ask.ts'
import { clearSession } from './stored-session.ts'
import { tellTabs } from './tabs.ts'
import { within } from './within.ts'

const LONGEST_WAIT_MS = 4000

/** Ends the session on the server (as far as it can be reached), in this browser and in the person's other tabs. */
export const endSession = async (): Promise<void> => {
  try {
    await within(LONGEST_WAIT_MS, ask(signOut, {}), null)
  } catch (error) {
    // No connection, a slow one or a site without this call: the browser forgets the person all the same.
    if (!(error instanceof Refusal)) throw error
  } finally {
    tellTabs({ kind: 'signed_out' })
    clearSession({ isQuiet: true })
  }
}
