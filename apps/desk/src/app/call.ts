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
    // The business now requires a second step: refetch the session, so that AccessGate asks for it.
    if (code === 'second_step_needed') void queryClient.invalidateQueries({ queryKey: ['session', 'desk'] })
  },
})

/**
 * The API client bound to the session. A persistent 401 redirects to the authentication site and back. If a sensitive call
 * needs re-authentication, the person is asked for it and the same call is repeated.
 */
export const deskCall: Call = confirming(sessionCall)
