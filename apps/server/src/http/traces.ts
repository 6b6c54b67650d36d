import { currentCaller } from '@podmoga/sql/caller'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

/** How long closing waits for the last traces to be sent; the rest is dropped. */
const CLOSE_MS = 2000
const STATEMENT_MAX = 400

/** Not traced: probes, and streams, which end only when their page is closed. */
const UNTRACED = /^\/(health|metrics)|\/events\/$/

/**
 * Sends a trace of each request, with its SQL statements, to the collector of OTEL_EXPORTER_OTLP_ENDPOINT (OTLP over HTTP); the
 * library itself reads OpenTelemetry's other variables, and is not loaded if the endpoint is unset. A span holds the route and
 * the text of statements, never an address, a value or a name.
 */
export const serveTraces = async (app: FastifyInstance, { config, log }: Deps): Promise<void> => {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return
  const [api, trace, { OTLPTraceExporter }, core, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
  ])
  const warn = (message: string) => log.warn({ collector: message }, 'traces are not taken')
  api.diag.setLogger(
    { error: warn, warn, info: () => {}, debug: () => {}, verbose: () => {} },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const exporter = new OTLPTraceExporter({
    url: new URL('v1/traces', `${endpoint.replace(/\/$/, '')}/`).href,
  })
  const provider = new trace.TracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': 'podmoga' })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    sampler: new trace.ParentBasedSampler({
      root: new trace.TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG),
    }),
    spanProcessors: [new trace.BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('podmoga')
  const propagator = new core.W3CTraceContextPropagator()
  const spans = new WeakMap<FastifyRequest, import('@opentelemetry/api').Span>()

  app.addHook('onRequest', async (request) => {
    const route = request.routeOptions.url ?? 'none'
    if (UNTRACED.test(route)) return
    const from = propagator.extract(api.ROOT_CONTEXT, request.headers, api.defaultTextMapGetter)
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'podmoga.request_id': request.id,
    }
    spans.set(
      request,
      tracer.startSpan(`${request.method} ${route}`, { kind: api.SpanKind.SERVER, attributes }, from),
    )
  })
  // From this hook on the database caller is known (app.ts).
  app.addHook('preHandler', async (request) => {
    const span = spans.get(request)
    const caller = currentCaller()
    if (span === undefined || caller === undefined) return
    const parent = api.trace.setSpan(api.ROOT_CONTEXT, span)
    caller.watch = (text, ms) => {
      const ended = Date.now()
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, STATEMENT_MAX) }
      const how = { kind: api.SpanKind.CLIENT, startTime: ended - ms, attributes }
      tracer.startSpan(text.trimStart().slice(0, 6).toLowerCase(), how, parent).end(ended)
    }
  })
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: api.SpanStatusCode.ERROR })
    span?.end()
  })
  app.addHook('onClose', async () => {
    let late: NodeJS.Timeout | undefined
    const given_up = new Promise<void>((resolve) => {
      late = setTimeout(resolve, CLOSE_MS).unref()
    })
    await Promise.race([provider.shutdown().catch(() => undefined), given_up])
    clearTimeout(late)
  })
}
