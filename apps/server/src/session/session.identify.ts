import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { Identify } from '../http/who.ts'

export const makeIdentify =
  (_deps: Deps): Identify =>
  async (_request, auth) => {
    if (auth === 'public') return null
    throw refuse('unauthorized')
  }
