import * as calls from '@podmoga/contract/business'
import * as admin from '@podmoga/contract/desk/admin'
import type { FastifyInstance } from 'fastify'
import { isSupportShipped } from '../config.ts'
import type { Deps } from '../deps.ts'
import { addressOf } from '../http/address.ts'
import { refuse } from '../http/refuse.ts'
import type { On } from '../http/serve.ts'
import { settingsOver } from '../http/settings.ts'
import type { Duties } from '../module.ts'
import type { DevicesOf } from '../ports/domains/person-devices.ts'
import type { MailQueue } from '../profile/mail-queue/mail-queue.ts'
import type { OpenSession } from '../session/session.open.ts'
import { makeOriginOf } from '../session/session.origin.ts'
import { findProgress } from './business.sql.ts'
import { handbookRoutes } from './handbook/handbook.routes.ts'
import { journalRoutes } from './journal/journal.routes.ts'
import { apiKeyRoutes } from './keys/api-keys.routes.ts'
import { operatorRoutes } from './operator/operator.routes.ts'
import { callerRoutes } from './people/callers.routes.ts'
import { invitationRoutes } from './people/invitations.routes.ts'
import { peopleRoutes } from './people/people.routes.ts'
import { secondStepResetRoute } from './people/second-step.routes.ts'
import { personalDataRoutes } from './personal-data/personal-data.routes.ts'
import { restaurantGroupRoutes } from './restaurants/groups.routes.ts'
import { restaurantRoutes } from './restaurants/restaurants.routes.ts'
import { retentionRoutes } from './retention/retention.routes.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { openSetup, setUpBusiness } from './setup/setup.ts'

const LOOKS_PER_MINUTE = 30

/** What the business routes need from other modules. */
export interface BusinessParts {
  mailQueue: MailQueue
  openSession: OpenSession
  devicesOf: DevicesOf
  /** Adds the starter articles to the knowledge base of a business. */
  fillKnowledge: (network: string) => Promise<void>
  /** Modules with data of people and tickets. */
  modules: readonly Duties[]
}

/** A business: setup, people, restaurants and administration. */
export const businessRoutes = (app: FastifyInstance, on: On, deps: Deps, parts: BusinessParts): void => {
  setupRoutes(on, deps, parts)
  invitationRoutes(on, deps, parts)
  peopleRoutes(on, deps, parts.mailQueue)
  callerRoutes(on, deps)
  apiKeyRoutes(on, deps)
  secondStepResetRoute(on, deps, parts.mailQueue)
  restaurantRoutes(on, deps)
  restaurantGroupRoutes(on, deps, parts.modules)
  handbookRoutes(on, deps)
  journalRoutes(on, deps)
  settingsRoutes(on, deps, parts.mailQueue)
  retentionRoutes(on, deps, parts.modules)
  personalDataRoutes(app, on, deps, parts.modules)
  operatorRoutes(on, deps)
  progressRoute(on, deps)
}

const setupRoutes = (on: On, deps: Deps, { openSession, fillKnowledge }: BusinessParts): void => {
  const { rates, config, log } = deps
  const originOf = makeOriginOf(config)

  on(calls.lookAtSetup, async ({ body, request }) => {
    await rates.take('setup', addressOf(request.ip), LOOKS_PER_MINUTE, 60)
    return { expires_at: (await openSetup(deps, body.key)).expires_at.toISOString() }
  })

  on(calls.setUp, async ({ body, request, reply }) => {
    if (originOf(request) === 'foreign') throw refuse('bad_origin')
    await rates.take('setup', addressOf(request.ip), LOOKS_PER_MINUTE, 60)
    // Check the key first, so that an invalid one costs no password hashing.
    await openSetup(deps, body.key)
    const owner = await setUpBusiness(deps, body, body.key)
    if (body.knowledge === 'starter')
      // The business exists already, and works without the articles: they can be added later.
      await fillKnowledge(body.network).catch((error: unknown) =>
        log.error({ err: error }, 'the starter articles were not brought in'),
      )
    return openSession(owner, request, reply)
  })
}

const progressRoute = (on: On, { sql, mail, sms, config, settings }: Deps): void => {
  on(admin.getNextSteps, async ({ who }) => {
    const there = await findProgress(sql, who)
    const delivery = {
      mail: mail.stays !== true || config.DEV_OUTBOX,
      sms: sms.stays !== true || config.DEV_OUTBOX,
    }
    return {
      steps: [
        { step: 'people' as const, done: there.people },
        { step: 'restaurants' as const, done: there.restaurants },
        { step: 'support' as const, done: !isSupportShipped(settings.configOf(who.business_id)) },
        { step: 'knowledge' as const, done: there.knowledge },
        { step: 'delivery' as const, done: delivery.mail && delivery.sms },
        { step: 'install' as const, done: there.install },
        { step: 'both' as const, done: there.both },
      ],
      is_away: settingsOver(config, settings.keptOf(who.business_id)).start_away,
      cook_at: there.cook_at,
      ...delivery,
      public_url: config.public_url,
    }
  })
}
