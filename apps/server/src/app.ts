import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import { asCaller } from '@podmoga/sql/caller'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { makeBackground, type Runner } from './background/background.ts'
import { noteRuns } from './background/note-runs.ts'
import { backupJobs } from './backup/schedule.ts'
import { isEmpty } from './business/business.module.ts'
import type { Deps } from './deps.ts'
import { makeFileLinks } from './files/file-links.ts'
import { makeCreateOnce } from './files/idempotency.ts'
import { acceptForms, makeReadMultipart } from './files/read-multipart.ts'
import { makeAnswerWriters } from './http/answer-writers.ts'
import { makeAnswerClientError, refuseExpectations } from './http/client-errors.ts'
import { compressAnswers } from './http/compress-answers.ts'
import { guardConnections } from './http/connection-guard.ts'
import { drainConnections } from './http/drain.ts'
import { answerErrors, refusalOf, sendRefusal } from './http/errors.ts'
import { addHeaders, makeSafeHeaders, originsOf } from './http/headers.ts'
import { serveHealth } from './http/health.ts'
import { acceptOnlyJson } from './http/json-body.ts'
import { serveMetrics } from './http/metrics.ts'
import { serveDocs } from './http/openapi/docs.ts'
import { HTTP_OPTIONS, type OpenPort, TIMEOUTS } from './http/port/open-port.ts'
import { makeRates, rateSubject } from './http/rates.ts'
import { refuse } from './http/refuse.ts'
import { makeOn } from './http/serve.ts'
import { makeSettings } from './http/settings.ts'
import { limitSlowBodies } from './http/slow-bodies.ts'
import { serveTraces } from './http/traces.ts'
import { makeWarmUp } from './http/warm-up.ts'
import { readFaq } from './knowledge/knowledge.module.ts'
import { serveModules } from './modules.ts'
import { serveLogos } from './pages/logos.ts'
import { serveOldBrowser } from './pages/old-browser.ts'
import { servePages } from './pages/pages.ts'
import { screenRoutes } from './pages/screens.ts'
import { loadLazyLibraries } from './ports/lazy-libraries.ts'
import { openScanner } from './ports/virus-scan.ts'
import { makeCookies, makeIdentify, makeRequireConfirmed, makeSealed } from './session/session.module.ts'
import type { World } from './world.ts'

const trusted = (list: string | undefined): string[] | false =>
  list === undefined ? false : list.split(',').map((address) => address.trim())

/** Builds the whole server, not yet listening; used both in production and in tests. */
export const buildApp = async (world: World, port?: OpenPort): Promise<FastifyInstance> => {
  const writers = makeAnswerWriters()
  const safeHeaders = makeSafeHeaders({
    public_url: world.config.public_url,
    origins: originsOf(world.config.CORS_ORIGINS),
  })
  const app = openApp(world, writers, safeHeaders, port)
  const background = makeBackground(app, world)
  const deps: Deps = {
    ...world,
    rates: makeRates(world),
    links: makeFileLinks(world),
    settings: makeSettings(app, world),
    warmUp: makeWarmUp(app),
    background,
    scanner: openScanner(world.config),
  }
  app.addHook('onClose', () => deps.rates.stop())
  deps.warmUp.add('answer writers', writers.prepare)
  await guardApp(app, safeHeaders, port?.connections)
  serveMetrics(app, deps)
  await serveTraces(app, deps)
  await serveAll(app, deps, background)
  deps.warmUp.add('libraries', loadLazyLibraries)
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, refuse('not_found')))
  return app
}

type SafeHeaders = ReturnType<typeof makeSafeHeaders>

const openApp = (
  { config, log }: World,
  writers: ReturnType<typeof makeAnswerWriters>,
  safeHeaders: SafeHeaders,
  port: OpenPort | undefined,
): FastifyInstance =>
  Fastify({
    ...(port !== undefined && { serverFactory: port.serverFactory }),
    schemaController: writers.schemaController,
    loggerInstance: log,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy: trusted(config.TRUST_PROXY),
    bodyLimit: 64 * 1024,
    ...TIMEOUTS,
    http: HTTP_OPTIONS,
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: false },
    // Streams and uploads are ended at shutdown by drain.ts; idle connections need no waiting.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: makeAnswerClientError(safeHeaders),
    // Errors of the router bypass the hooks.
    frameworkErrors: (error, { id, headers }, reply) =>
      void sendRefusal(reply.headers(safeHeaders(id, headers.origin)), refusalOf(error)),
  })

/** Registers the hooks that run before every handler. */
const guardApp = async (
  app: FastifyInstance,
  safeHeaders: SafeHeaders,
  connections: OpenPort['connections'] | undefined,
): Promise<void> => {
  addHeaders(app, safeHeaders)
  refuseExpectations(app.server, safeHeaders)
  guardConnections(app)
  drainConnections(app, connections)
  // Each call is its own kind of database caller, so that calls blocked by a lock hold up only their own kind.
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
}

const serveAll = async (app: FastifyInstance, deps: Deps, runner: Runner): Promise<void> => {
  const { config } = deps
  const identify = makeIdentify(deps)
  const { on, askAs } = makeOn(app, {
    identify,
    readMultipart: await makeReadMultipart(deps),
    createOnce: makeCreateOnce({ ...deps, sealed: makeSealed(deps.secrets, 'answers with a secret') }),
    countRequest: (who) => deps.rates.take('requests', rateSubject(who), config.REQUESTS_PER_MINUTE, 60),
    requireConfirmed: makeRequireConfirmed(deps),
    strict: config.NODE_ENV === 'test',
  })
  await serveModules({ app, on, askAs, identify, deps }, runner)
  runner.add(backupJobs(deps))
  runner.add(noteRuns(deps.sql, runner))
  screenRoutes(on, askAs, deps)

  serveHealth(app, deps)
  serveDocs(app, config)
  serveLogos(app, deps.settings)
  await servePages(app, deps, {
    isSetupOpen: () => isEmpty(deps.sql),
    hasSession: makeCookies(config).hasAny,
  })
  serveOldBrowser(app, deps, (restaurant_id, ids) => readFaq(deps.sql, restaurant_id, ids))
}

const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    // Probes come every few seconds and would flood the log; what they find missing is logged by the check itself.
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
