import type { Feature, LivePart } from '../lib/feature.ts'
import { ALL } from '../lib/offline/kept-queries.ts'
import { notifyIncoming } from './conversation/incoming.ts'
import { endTyping, noteTyping } from './conversation/typing.ts'
import { rate, reportRead } from './tickets.api.ts'
import { makeLiveCache } from './tickets.live.ts'
import { ticketRoutes } from './tickets.routes.tsx'

export const tickets: Feature = {
  pages: ticketRoutes,
  live: ({ restaurantId }, queryClient): LivePart => {
    const cache = makeLiveCache(queryClient, restaurantId)
    return {
      ...cache,
      onEvent: (event) => {
        if (event.name === 'typing') noteTyping(event.data.ticket_id)
        else if (event.name !== 'shift') cache.onEvent(event)
        if (event.name !== 'message') return
        const { ticket_id, message } = event.data
        notifyIncoming(ticket_id, message)
        if (message.from_support === true) endTyping(ticket_id)
      },
    }
  },
  kept: { 'tickets list': ALL, 'tickets ticket': 50, 'tickets messages': 50, 'choices *': ALL },
  // Continues sending unsent items of an earlier visit, on any page.
  start: () => import('./outbox/use-outbox.ts').then((module) => module.openTicketOutbox),
  actions: { read: { send: reportRead, refused: 'drop' }, rate: { send: rate, refused: 'drop' } },
  root: 'tickets',
  offline: () => import('./tickets.offline.ts').then((module) => module.offline),
}
