import type { Answer, CallInput, EndpointDeclaration } from './endpoint.ts'
import { addressesFrom } from './fields/addresses.ts'
import { uuid } from './fields/uuid.ts'
import { type ClientRefusalCode, REFUSALS, Refusal, refusalText } from './refusals.ts'

export interface WireRequest {
  url: string
  method: 'GET' | 'POST' | 'DELETE'
  headers: Record<string, string>
  body?: string | FormData
  signal?: AbortSignal
  /** Send cookies to a server on another origin too: the call reads or sets the session's cookies. */
  has_cookies?: boolean
  /** The request continues after its page is closed. */
  keepalive?: boolean
  /** Bytes of the body sent so far; only an upload transport calls it. */
  onProgress?: (sent: number, total: number) => void
}

export interface WireAnswer {
  status: number
  header: (name: string) => string | null
  text: string
}

/** Sends one request. Rejects only if no answer came or the signal was aborted. */
export type Transport = (request: WireRequest) => Promise<WireAnswer>

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** A UUID of the submit, the same for all its retries. */
  idempotency_key?: string
  onProgress?: (sent: number, total: number) => void
  /** The request is sent even if the page is closed right away. */
  keepalive?: boolean
}

export type Call = <D extends EndpointDeclaration>(
  declaration: D,
  input: CallInput<D>,
  options?: CallOptions,
) => Promise<Answer<D>>

interface LooseInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  form?: Record<string, unknown>
  files?: readonly Blob[]
}

/** The path of a call with its parameters and query filled in, relative to the base URL. */
export const pathOf = (declaration: EndpointDeclaration, input: LooseInput = {}): string => {
  const path = declaration.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  )
  const query = new URLSearchParams()
  // A parameter with several values is repeated.
  for (const [name, value] of Object.entries(input.query ?? {}))
    for (const one of [value].flat()) if (one !== undefined && one !== null) query.append(name, String(one))
  const tail = query.toString()
  return tail === '' ? path : `${path}?${tail}`
}

const formOf = (declaration: EndpointDeclaration, input: LooseInput): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(input.form ?? {}))
    if (value !== undefined && value !== null) form.append(name, String(value))
  const field = declaration.files?.field
  if (field !== undefined) for (const file of input.files ?? []) form.append(field, file)
  return form
}

const refusalOf = (answer: WireAnswer): Refusal => {
  let body: Record<string, unknown> = {}
  try {
    const parsed: unknown = JSON.parse(answer.text)
    if (typeof parsed === 'object' && parsed !== null) body = parsed as Record<string, unknown>
  } catch {
    // Not JSON, perhaps a proxy's error page: only the status is used.
  }
  // As release 0.2.0 calls it.
  const named = body.code === 'written_meanwhile' ? 'unseen_message' : String(body.code)
  const known = Object.keys(REFUSALS).includes(named)
  const code = (known ? named : codeOf(answer.status)) as ClientRefusalCode
  const seconds = Number(answer.header('retry-after'))
  return new Refusal({
    code,
    status: answer.status,
    // An app's build has no sentences of conflicts (packages/build/src/lean-contract.ts).
    message:
      typeof body.error === 'string' && body.error !== ''
        ? body.error
        : refusalText(code) || refusalText('bad_request'),
    fields:
      typeof body.fields === 'object' && body.fields !== null ? (body.fields as Record<string, string>) : {},
    retry_after: Number.isFinite(seconds) && seconds > 0 ? seconds : null,
    subscription_expired: body.subscription_expired === true,
  })
}

const codeOf = (status: number): ClientRefusalCode => {
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 413) return 'too_large'
  if (status === 415) return 'unsupported_type'
  if (status === 429) return 'too_often'
  if (status === 503 || status === 502 || status === 504) return 'unavailable'
  return status >= 400 && status < 500 ? 'bad_request' : 'internal'
}

/**
 * Binds the contract to a transport. The returned call resolves to the parsed answer, and rejects with a {@link Refusal}
 * for every status but 200, for a lost connection (`network`) and for an answer that does not match the contract
 * (`unreadable`). An aborted signal rejects with its own reason.
 */
export const makeCall =
  (binding: {
    /** Ends in "/". */
    base_url: string
    transport: Transport
    /** Headers of this call; may throw a Refusal to reject it locally. */
    headers: (declaration: EndpointDeclaration) => Record<string, string> | Promise<Record<string, string>>
    /** Called with every refusal before it is thrown. */
    onRefusal?: (refusal: Refusal, declaration: EndpointDeclaration) => void
  }): Call =>
  async (declaration, given, options = {}) => {
    const input = given as LooseInput
    const refuse = (refusal: Refusal): never => {
      binding.onRefusal?.(refusal, declaration)
      throw refusal
    }
    const headers: Record<string, string> = { ...(await binding.headers(declaration)) }
    const request: WireRequest = {
      url: binding.base_url + pathOf(declaration, input),
      method: declaration.method,
      headers,
    }
    if (declaration.path.startsWith('auth/')) request.has_cookies = true
    if (declaration.creates === true) headers['Idempotency-Key'] = options.idempotency_key ?? uuid()
    if (declaration.form !== undefined || declaration.files !== undefined)
      request.body = formOf(declaration, input)
    else if (declaration.body !== undefined) {
      headers['Content-Type'] = 'application/json'
      request.body = JSON.stringify(input.body)
    }
    if (options.signal !== undefined) request.signal = options.signal
    if (options.onProgress !== undefined) request.onProgress = options.onProgress
    if (options.keepalive !== undefined) request.keepalive = options.keepalive

    let answer: WireAnswer
    try {
      answer = await binding.transport(request)
    } catch (cause) {
      if (options.signal?.aborted === true) throw options.signal.reason
      return refuse(new Refusal({ code: 'network', message: refusalText('network'), cause }))
    }
    if (answer.status !== 200) return refuse(refusalOf(answer))
    try {
      return declaration.answer.parse(JSON.parse(answer.text, addressesFrom(binding.base_url))) as never
    } catch (cause) {
      return refuse(
        new Refusal({ code: 'unreadable', status: 200, message: refusalText('unreadable'), cause }),
      )
    }
  }
