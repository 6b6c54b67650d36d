// The server draws screens with this module too.
const channel =
  typeof window !== 'undefined' && 'BroadcastChannel' in window ? new BroadcastChannel('outbox') : null
const elsewhere = new Set<string>()

/** Tells the person's other tabs what this one has sent for them. */
export const tellTabsSent = (id: string): void => channel?.postMessage(id)

/** Hears the ids of what another tab, or the worker, has sent. */
export const onSentElsewhere = (listener: (id: string) => void): void =>
  channel?.addEventListener('message', ({ data: id }) => {
    elsewhere.add(id)
    listener(id)
  })

/** Whether another tab, or the worker, has sent it while this page was open. */
export const wasSentElsewhere = (id: string): boolean => elsewhere.has(id)
