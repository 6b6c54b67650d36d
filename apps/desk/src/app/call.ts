import type { Call } from '@podmoga/contract/client'
import { makeSessionCall } from '@podmoga/web/session/call'
import { confirming } from '@podmoga/web/session/confirmation'
import { leaveForSignIn } from '@podmoga/web/session/leave'
import { liveToken } from '@podmoga/web/session/live-token'
import { isSomebodyElses } from '@podmoga/web/session/stored-session'
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
export const deskCall: Call = confirming(sessionCall)
