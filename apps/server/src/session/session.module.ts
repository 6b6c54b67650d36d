import type { Module } from '../module.ts'
import { forgetSessions, listAllSessions, listSealedSteps } from './session.duties.sql.ts'
import { sessionRoutes } from './session.routes.ts'
import { sweepSessions } from './session.sweep.ts'

export { makeRequireConfirmed } from './confirm/confirm.routes.ts'
export { movePasskeyQuestion } from './passkeys/passkeys.ts'
export { isAlive } from './session.access.sql.ts'
export { apiKeyIn } from './session.api-keys.ts'
export { makeCookies } from './session.cookies.ts'
export { makeIdentify } from './session.identify.ts'
export { makeOpenSession, type OpenSession } from './session.open.ts'
export { hashPassword } from './session.passwords.ts'
export { makeKeyedHash, makeSealed } from './session.seal.ts'
export { loginOf } from './sign-in/sign-in.ts'

/** Authentication: sessions, second steps, passkeys, API keys. */
export const session: Module = {
  name: 'session',
  tables: [
    'api_keys',
    'guess_counters',
    'passkey_challenges',
    'passkeys',
    'recovery_codes',
    'renewals',
    'sessions',
    'totp_keys',
  ],
  routes: ({ app, on, deps }) => sessionRoutes(app, on, deps),
  jobs: (deps) => ({ 'old sessions': sweepSessions(deps) }),
  people: {
    'api_keys.person_id': 'cleared',
    'passkeys.person_id': 'cleared',
    'recovery_codes.person_id': 'cleared',
    'sessions.person_id': 'cleared, given',
    'totp_keys.person_id': 'cleared',
  },
  forget: forgetSessions,
  exports: { chapters: { входы: listAllSessions } },
  seals: async (db, { openWith }) => {
    const open = openWith('totp')
    return (await listSealedSteps(db)).map(({ what, about, sealed }) => ({
      what,
      open: () => open(sealed, about),
    }))
  },
}
