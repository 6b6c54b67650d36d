import { makeSessionCall } from '@podmoga/web/session/call'
import { leaveForSignIn } from '@podmoga/web/session/leave'
import { liveToken } from '@podmoga/web/session/live-token'
import { isSomebodyElses } from '@podmoga/web/session/stored-session'

const AHEAD_MS = 20_000

/** The contract's client bound to the session. A 401 that stays leads to the authentication site and back. */
export const deskCall = makeSessionCall({
  token: () => liveToken({ ahead_ms: AHEAD_MS, may_return: true }),
  onRefusal: ({ status, code }) => {
    if ((status === 401 || code === 'token_expired') && !isSomebodyElses()) leaveForSignIn()
  },
})
