import type { Deps } from '../deps.ts'
import type { On } from '../http/serve.ts'

export const knowledgeRoutes = (_on: On, _deps: Deps): void => undefined
