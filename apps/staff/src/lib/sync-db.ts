import { makeLocalDb } from '@podmoga/web/local-db'

/** What the page asks the browser for, and the worker listens for. */
export const SYNC_TAG = 'dispatch'

/** A request as it goes over the wire, but for whose it is: that is added when it is sent. */
export interface KeptRequest {
  url: string
  headers: Record<string, string>
  body: string | null
  /** Of a multipart body; null stands for the next of the files that are kept beside it. */
  form: (readonly [name: string, value: string | null])[] | null
}

/** How the worker renews a person's session as their pages do. */
export interface Way {
  renewal: KeptRequest
  /** Of the session's cookie; empty: this host only. */
  cookie_domain: string
}

/** The request of what waits under the same name: of the dispatch's item with this key, of what was said at this moment. */
export interface KeptUnsent {
  key: string
  request: KeptRequest
}

/** What the worker needs to send for a person whose app is closed: by person, and by the name of what is on its way. */
export const syncDb = makeLocalDb('podmoga-sync', ['ways', 'requests'])

/** Nothing more is sent for a person who has signed out. */
export const forgetSync = async (person: string): Promise<void> => {
  await Promise.all([syncDb.remove('ways', person), syncDb.removeAll('requests', `${person}/`)])
}
