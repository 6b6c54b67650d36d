import { Refusal } from '@podmoga/contract/refusals'
import { signOut } from '@podmoga/contract/session'
import { ask } from './ask.ts'
import { clearSession } from './stored-session.ts'
import { type App, notifyTabs } from './tabs.ts'
import { within } from './within.ts'

const LONGEST_WAIT_MS = 4000
/**
 * How long a sign-out waits for the removal of what the browser keeps, including its code; the app's next start finishes it. Long:
 * until then the person's words stay on a device that others use, and a slow phone needs seconds.
 */
const LONGEST_FORGETTING_MS = 10_000

/**
 * Ends the session on the server (if reachable), in this browser and in the person's other tabs. `app`: the one signed out of;
 * `forgotten`: settles when what the browser keeps of the person is removed. Rejects only for errors of ours.
 */
export const endSession = async (
  app: App,
  forgotten: Promise<unknown> = Promise.resolve(),
): Promise<void> => {
  const removal = within(LONGEST_FORGETTING_MS, forgotten, null).catch(() => null)
  try {
    await within(LONGEST_WAIT_MS, ask(signOut, {}), null)
  } catch (error) {
    // No or a slow connection, or a backend without this call: sign out locally anyway.
    if (!(error instanceof Refusal)) throw error
  } finally {
    notifyTabs({ kind: 'signed_out', app })
    clearSession({ isQuiet: true })
  }
  await removal
}
