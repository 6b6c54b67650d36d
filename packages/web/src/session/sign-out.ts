import { Refusal } from '@podmoga/contract/refusals'
import { signOut } from '@podmoga/contract/session'
import { ask } from './ask.ts'
import { clearSession } from './stored-session.ts'
import { type App, notifyTabs } from './tabs.ts'
import { within } from './within.ts'

const LONGEST_WAIT_MS = 4000

/** Ends the session on the server (if reachable), in this browser and in the person's other tabs; `app`: the one signed out of. */
export const endSession = async (app: App): Promise<void> => {
  try {
    await within(LONGEST_WAIT_MS, ask(signOut, {}), null)
  } catch (error) {
    // No or a slow connection, or a backend without this call: sign out locally anyway.
    if (!(error instanceof Refusal)) throw error
  } finally {
    notifyTabs({ kind: 'signed_out', app })
    clearSession({ isQuiet: true })
  }
}
