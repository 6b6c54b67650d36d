import type { Deps } from '../deps.ts'
import type { On } from '../http/serve.ts'

export const ticketRoutes = (_on: On, _deps: Deps): void => undefined
