import type { Db } from '@podmoga/sql/sql'
import type { Module } from '../../module.ts'
import type { DevicesOf } from '../../ports/domains/person-devices.ts'
import type { MailQueue } from '../../profile/mail-queue/mail-queue.ts'
import type { OpenSession } from '../../session/session.open.ts'
import { joiningRoutes } from './joining.routes.ts'
import { forgetJoinRequests } from './joining.sql.ts'
import { posterRoutes } from './posters.routes.ts'
import { joinRequestRoutes, sweepJoining } from './requests.routes.ts'
import { makeJoiningNotices } from './tell-of-joining.ts'

/** Joining by a poster: the newcomer's request, and the manager's decision. */
export const joining: Module<{
  mailQueue: MailQueue
  openSession: OpenSession
  devicesOf: DevicesOf
  /** Notifies the open pages of a restaurant that its join requests have changed. */
  notifyJoining: (db: Db, restaurant_id: string) => Promise<void>
}> = {
  name: 'business/joining',
  tables: ['join_requests', 'posters'],
  routes: ({ on, deps }, parts) => {
    const notices = makeJoiningNotices(deps, parts)
    posterRoutes(on, deps)
    joiningRoutes(on, deps, parts.mailQueue, parts.openSession, notices)
    joinRequestRoutes(on, deps, notices)
  },
  jobs: (deps) => ({ 'old join requests': sweepJoining(deps) }),
  people: {
    'join_requests.decided_by': 'kept',
    'join_requests.person_id': 'cleared',
    'join_requests.phone': 'cleared',
    'posters.created_by': 'kept',
  },
  forget: forgetJoinRequests,
}
