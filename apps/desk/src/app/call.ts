import type { Call } from '@podmoga/contract/client'
import { isRefusal } from '@podmoga/web/explain'
import { makeSessionCall } from '@podmoga/web/session/call'
import { leaveForSignIn } from '@podmoga/web/session/leave'
import { liveToken } from '@podmoga/web/session/live-token'
import { isSomebodyElses } from '@podmoga/web/session/stored-session'
import { askToConfirm } from '../lib/confirmation.ts'
import { queryClient } from './query-client.ts'

const AHEAD_MS = 20_000

const sessionCall = makeSessionCall({
  token: () => liveToken({ ahead_ms: AHEAD_MS, may_return: true }),
  onRefusal: ({ status, code }) => {
    if ((status === 401 || code === 'token_expired') && !isSomebodyElses()) leaveForSignIn()
    // The business has begun to ask for it: the door says so.
    if (code === 'second_step_needed') void queryClient.invalidateQueries({ queryKey: ['session', 'desk'] })
  },
})

/**
 * The contract's client bound to the session. A 401 that stays leads to the authentication site and back. Before what
 * weighs the person is asked whether it is still them, and the very same call goes out again.
 */
export const deskCall: Call = async (declaration, input, options) => {
  try {
    return await sessionCall(declaration, input, options)
  } catch (error) {
    if (!isRefusal(error, 'confirmation_needed') || !(await askToConfirm())) throw error
    return sessionCall(declaration, input, options)
  }
}
