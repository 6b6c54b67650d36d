/** What the page asks the browser for, and the worker listens for; named as in every release. */
export const SYNC_TAG = 'dispatch'

/** A request as it goes over the wire, but for whose it is: that is added when it is sent. */
export interface RecordedRequest {
  url: string
  headers: Record<string, string>
  body: string | null
  /** Of a multipart body; null stands for the next of the files that are kept beside it. */
  form: (readonly [name: string, value: string | null])[] | null
}

/** How the worker renews a person's session as their pages do. */
export interface Renewal {
  renewal: RecordedRequest
  /** Of the session's cookie; empty: this host only. */
  cookie_domain: string
}

/** Where a person's stands in the store. */
export const renewalOf = (person: string): string => `${person}/renewal`

/** The request of the outbox's item of the same name, as it is under this key. */
export interface StoredRequest {
  key: string
  request: RecordedRequest
}
