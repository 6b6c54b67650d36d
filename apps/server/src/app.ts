import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { makeBackground } from './background/background.ts'
import { businessRoutes } from './business/business.routes.ts'
import { listTopics } from './business/handbook/handbook.sql.ts'
import { serveScim } from './business/scim/scim.routes.ts'
import { isEmpty } from './business/setup/setup.sql.ts'
import { asCaller } from './db/caller.ts'
import type { Deps } from './deps.ts'
import { makeFileLinks } from './files/file-links.ts'
import { serveFiles } from './files/files.ts'
import { makeCreateOnce } from './files/idempotency.ts'
import { acceptForms, makeReadMultipart } from './files/read-multipart.ts'
import { sweepFiles } from './files/sweep-files.ts'
import { makeAnswerWriters } from './http/answer-writers.ts'
import { makeAnswerClientError, refuseExpectations } from './http/client-errors.ts'
import { compressAnswers } from './http/compress-answers.ts'
import { guardConnections } from './http/connection-guard.ts'
import { drainConnections } from './http/drain.ts'
import { answerErrors, refusalOf, sendRefusal } from './http/errors.ts'
import { addHeaders, makeSafeHeaders } from './http/headers.ts'
import { serveHealth } from './http/health.ts'
import { acceptOnlyJson } from './http/json-body.ts'
import { serveMetrics } from './http/metrics.ts'
import { serveDocs } from './http/openapi/docs.ts'
import { makeRates, rateSubject } from './http/rates.ts'
import { refuse } from './http/refuse.ts'
import { makeOn } from './http/serve.ts'
import { makeSettings } from './http/settings.ts'
import { limitSlowBodies } from './http/slow-bodies.ts'
import { makeWarmUp } from './http/warm-up.ts'
import { draftFromTicket, knowledgeDeskRoutes } from './knowledge/editing/knowledge.desk.ts'
import { knowledgeRoutes } from './knowledge/reading/knowledge.routes.ts'
import { serveLogos } from './pages/logos.ts'
import { servePages } from './pages/pages.ts'
import { screenRoutes } from './pages/screens.ts'
import { loadLazyLibraries } from './ports/lazy-libraries.ts'
import { letter } from './profile/letters/letters.ts'
import { makeOutbox } from './profile/mail-queue/mail-queue.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { makeRequireConfirmed } from './session/confirm/confirm.routes.ts'
import { isAlive } from './session/session.access.sql.ts'
import { makeCookies } from './session/session.cookies.ts'
import { makeIdentify } from './session/session.identify.ts'
import { makeOpenSession } from './session/session.open.ts'
import { sessionRoutes } from './session/session.routes.ts'
import { makeKeyedHash, makeSealed } from './session/session.seal.ts'
import { ticketArticleRoute } from './tickets/article/article.routes.ts'
import { bulkRoute } from './tickets/desk/bulk.routes.ts'
import { cannedRoutes } from './tickets/desk/canned.routes.ts'
import { ticketDeskRoutes } from './tickets/desk/desk.routes.ts'
import { ticketEditRoutes, wakeSnoozed } from './tickets/desk/edit.routes.ts'
import { savedViewRoutes } from './tickets/desk/views.routes.ts'
import { ticketWorkRoutes } from './tickets/desk/work.routes.ts'
import { serveDeskEvents } from './tickets/live/desk.routes.ts'
import { serveTicketEvents } from './tickets/live/live.routes.ts'
import { ticketNoteRoutes } from './tickets/notes/notes.routes.ts'
import { notificationRoutes } from './tickets/notifications/notifications.routes.ts'
import { ticketMergeRoutes } from './tickets/relations/merge.routes.ts'
import { ticketRelationRoutes } from './tickets/relations/relations.routes.ts'
import { ticketSimilarRoute } from './tickets/relations/similar.routes.ts'
import { fillSearch } from './tickets/search/fill.ts'
import { ticketSearchRoute } from './tickets/search/search.routes.ts'
import { shiftRoutes } from './tickets/shifts/shifts.routes.ts'
import { ticketRoutes } from './tickets/tickets.routes.ts'
import type { TopicsOf } from './tickets/tickets.rules.ts'
import type { World } from './world.ts'

const trusted = (list: string | undefined): string[] | false =>
  list === undefined ? false : list.split(',').map((address) => address.trim())

/** The whole server, not yet listening. Production and tests build it with this one function. */
export const buildApp = async (world: World): Promise<FastifyInstance> => {
  const { config, log } = world
  const writers = makeAnswerWriters()
  const safeHeaders = makeSafeHeaders({
    public_url: config.public_url,
    origins: config.CORS_ORIGINS.split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
  })
  const app = Fastify({
    schemaController: writers.schemaController,
    loggerInstance: log,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy: trusted(config.TRUST_PROXY),
    bodyLimit: 64 * 1024,
    // A whole upload on a slow line; slow-bodies.ts and read-multipart.ts end what makes no progress long before.
    requestTimeout: 900_000,
    connectionTimeout: 30_000,
    keepAliveTimeout: 65_000,
    http: { maxHeaderSize: 16 * 1024, headersTimeout: 15_000, requireHostHeader: false },
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: false },
    // Streams and uploads are ended by us at shutdown (drain.ts); idle connections need no waiting.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: makeAnswerClientError(safeHeaders),
    // What the router refuses meets no hook.
    frameworkErrors: (error, { id, headers }, reply) =>
      void sendRefusal(reply.headers(safeHeaders(id, headers.origin)), refusalOf(error)),
  })
  const deps: Deps = {
    ...world,
    rates: makeRates(world),
    links: makeFileLinks(world),
    settings: makeSettings(app, world),
    later: makeWarmUp(app),
    background: makeBackground(app, world),
  }
  app.addHook('onClose', () => deps.rates.stop())
  deps.later.add('answer writers', writers.prepare)

  addHeaders(app, safeHeaders)
  refuseExpectations(app.server, safeHeaders)
  guardConnections(app)
  drainConnections(app)
  // Each call is a kind of its own before the database: what is stuck behind a lock stops only its own kind.
  app.addHook('preHandler', (request, _reply, done) => {
    asCaller(request.routeOptions.url ?? '', done, request.who?.key?.id)
  })
  limitSlowBodies(app)
  acceptOnlyJson(app)
  acceptForms(app)
  answerErrors(app)
  compressAnswers(app)
  await app.register(cookie)
  logRequests(app)
  serveMetrics(app, deps)

  const identify = makeIdentify(deps)
  const { on, askAs } = makeOn(app, {
    identify,
    readMultipart: await makeReadMultipart(deps),
    createOnce: makeCreateOnce(deps),
    countRequest: (who) => deps.rates.take('requests', rateSubject(who), config.REQUESTS_PER_MINUTE, 60),
    requireConfirmed: makeRequireConfirmed(deps),
    strict: config.NODE_ENV === 'test',
  })
  sessionRoutes(app, on, deps)
  const topicsOf: TopicsOf = async (business_id, kind) =>
    (await listTopics(deps.sql, { business_id, kind })).filter(({ archived }) => !archived)
  ticketRoutes(on, deps, topicsOf)
  ticketDeskRoutes(on, deps)
  ticketWorkRoutes(on, deps)
  ticketEditRoutes(on, deps, topicsOf)
  wakeSnoozed(deps)
  ticketNoteRoutes(on, deps)
  cannedRoutes(on, deps)
  bulkRoute(on, deps)
  savedViewRoutes(on, deps)
  ticketMergeRoutes(on, deps)
  ticketRelationRoutes(on, deps)
  ticketSimilarRoute(on, deps)
  ticketArticleRoute(on, deps, draftFromTicket)
  ticketSearchRoute(on, deps)
  fillSearch(deps)
  serveTicketEvents(app, deps, identify)
  const outbox = makeOutbox(deps)
  const notices = notificationRoutes(on, deps, {
    ...makeSealed(deps.secrets, 'push'),
    hash: makeKeyedHash(deps.secrets, 'push endpoints'),
    mail: async (db, { person_id, email: to }, { subject, lines, link, label, last }, expires_at) => {
      const blocks = [...lines.map((p) => ({ p })), { link, label }, { p: last }]
      const content = letter(config, subject, blocks)
      await outbox.put(db, { channel: 'email', to, person_id, content, expires_at, waited: false })
    },
    mailed: outbox.wake,
  })
  shiftRoutes(on, deps, notices.wake)
  serveDeskEvents(app, on, deps, identify, notices.hear)
  knowledgeRoutes(app, on, deps)
  knowledgeDeskRoutes(on, deps)
  profileRoutes(app, on, deps, outbox)
  businessRoutes(app, on, deps, {
    outbox,
    openSession: makeOpenSession(deps),
    devicesOf: notices.devicesOf,
    fillKnowledge: async (network) => {
      const { seedKnowledge } = await import('./demo/knowledge/seed-knowledge.ts')
      await seedKnowledge(deps, network)
    },
  })
  serveScim(app, deps, identify)
  screenRoutes(on, askAs, deps)

  serveHealth(app, deps)
  serveDocs(app, config)
  serveFiles(app, deps, (asked) => isAlive(deps.sql, asked))
  sweepFiles(deps)
  serveLogos(app, deps.settings)
  await servePages(app, deps, {
    isSetupOpen: () => isEmpty(deps.sql),
    hasSession: makeCookies(config).hasAny,
  })
  deps.later.add('libraries', loadLazyLibraries)
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, refuse('not_found')))
  return app
}

const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    // Probes come every few seconds and would bury everything else; what they find missing is logged where it is found.
    if (request.routeOptions.url?.startsWith('/health/') === true) return
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        call: (request.routeOptions.config as { call?: string }).call ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        person_id: request.who?.person_id ?? null,
        key_id: request.who?.key?.id ?? null,
        restaurant_id:
          request.who !== null && request.who !== undefined && 'restaurant_id' in request.who
            ? request.who.restaurant_id
            : null,
      },
      'request',
    )
  })
}
