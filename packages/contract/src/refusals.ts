/** Every refusal of the server, with its HTTP status. The Russian sentence of each stands in texts.ru.ts. */
export const REFUSALS = {
  bad_request: 400,
  invalid: 400,
  provider_failed: 400,
  unauthorized: 401,
  token_expired: 401,
  bad_credentials: 401,
  passkey_refused: 401,
  forbidden: 403,
  subscription_expired: 403,
  bad_origin: 403,
  above_you: 403,
  confirmation_needed: 403,
  second_step_needed: 403,
  not_admitted: 403,
  not_found: 404,
  method_not_allowed: 405,
  ticket_closed: 409,
  ticket_open: 409,
  too_late: 409,
  incident_over: 409,
  incident_goes_on: 409,
  assigned_meanwhile: 409,
  written_meanwhile: 409,
  changed_meanwhile: 409,
  too_many_views: 409,
  already_rated: 409,
  accepted_already: 409,
  merged_already: 409,
  not_merged: 409,
  merge_settled: 409,
  other_restaurant: 409,
  not_splittable: 409,
  nothing_answered: 409,
  no_subcategory: 409,
  other_person: 409,
  idempotency_conflict: 409,
  stale_draft: 409,
  review_needed: 409,
  own_review: 409,
  nobody_to_review: 409,
  not_empty: 409,
  material_published: 409,
  address_taken: 409,
  name_taken: 409,
  last_admin: 409,
  last_restaurant: 409,
  person_disabled: 409,
  request_decided: 409,
  limit_reached: 409,
  too_large: 413,
  too_many_files: 413,
  unsupported_type: 415,
  too_often: 429,
  internal: 500,
  unavailable: 503,
} as const

export type RefusalCode = keyof typeof REFUSALS

/** Refusals that any call may give; an endpoint declares only its own on top of these. */
export const COMMON_REFUSALS = [
  'bad_request',
  'invalid',
  'too_large',
  'too_often',
  'unsupported_type',
  'internal',
  'unavailable',
] as const satisfies readonly RefusalCode[]

export interface RefusalBody {
  error: string
  code: string
  fields?: Record<string, string>
  subscription_expired?: true
}

/** What the client adds: `network` when no answer came, `unreadable` when an answer is not the contract's. */
export type ClientRefusalCode = RefusalCode | 'network' | 'unreadable'

/**
 * A refused call. `message` is one Russian sentence for a person; `fields` holds a Russian text for each bad field;
 * `retry_after` is in seconds.
 */
export class Refusal extends Error {
  readonly code: ClientRefusalCode
  readonly status: number
  readonly fields: Record<string, string>
  readonly retry_after: number | null
  readonly subscription_expired: boolean

  constructor(init: {
    code: ClientRefusalCode
    message: string
    status?: number
    fields?: Record<string, string> | undefined
    retry_after?: number | null
    subscription_expired?: boolean
    cause?: unknown
  }) {
    super(init.message, { cause: init.cause })
    this.name = 'Refusal'
    this.code = init.code
    this.status = init.status ?? 0
    this.fields = init.fields ?? {}
    this.retry_after = init.retry_after ?? null
    this.subscription_expired = init.subscription_expired ?? false
  }
}
