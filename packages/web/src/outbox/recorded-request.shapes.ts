/** The Background Sync tag that pages register; must be the same in every release. */
export const SYNC_TAG = 'dispatch'

/** A recorded request without the person's headers: these are added when it is sent. */
export interface RecordedRequest {
  url: string
  headers: Record<string, string>
  body: string | null
  /** The fields of a multipart body; null stands for the next of the item's files. */
  form: (readonly [name: string, value: string | null])[] | null
}

/** The data with which the worker renews a person's session. */
export interface Renewal {
  renewal: RecordedRequest
  /** The domain of the session cookie; empty: this host only. */
  cookie_domain: string
}

/** The store key of a person's renewal data. */
export const renewalOf = (person: string): string => `${person}/renewal`

/** The recorded request of the outbox item with the same name and this Idempotency-Key. */
export interface StoredRequest {
  key: string
  request: RecordedRequest
}
