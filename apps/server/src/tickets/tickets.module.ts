import type { Module } from '../module.ts'
import type { LevelOf, PromisedOf } from '../ports/domains/answer-times.ts'
import type { DraftFromTicket } from '../ports/domains/draft-from-ticket.ts'
import type { LinkDevice } from '../ports/domains/link-device.ts'
import type { TopicsOf } from '../ports/domains/topics-of.ts'
import { ticketArticleRoute } from './article/article.routes.ts'
import { bulkRoute } from './desk/bulk.routes.ts'
import { ticketCallerRoutes } from './desk/callers.routes.ts'
import { cannedRoutes } from './desk/canned.routes.ts'
import { ticketDeskRoutes } from './desk/desk.routes.ts'
import { ticketEditRoutes, wakeSnoozed } from './desk/edit.routes.ts'
import { groupNames } from './desk/group-names.sql.ts'
import { savedViewRoutes } from './desk/views.routes.ts'
import { ticketWorkRoutes } from './desk/work.routes.ts'
import { serveDeskEvents } from './live/desk.routes.ts'
import type { TicketHubs } from './live/hubs.ts'
import { serveTicketEvents } from './live/live.routes.ts'
import { presenceRoutes } from './live/presence.routes.ts'
import { ticketNoteRoutes } from './notes/notes.routes.ts'
import type { Notifications } from './notifications/notifications.routes.ts'
import { ticketMergeRoutes } from './relations/merge.routes.ts'
import { ticketRelationRoutes } from './relations/relations.routes.ts'
import { ticketSimilarRoute } from './relations/similar.routes.ts'
import { takeContents } from './retention/retention.sql.ts'
import { retainTickets } from './retention/retention.ts'
import { fillSearch } from './search/fill.ts'
import { ticketSearchRoute } from './search/search.routes.ts'
import { checkTickets } from './tickets.check.ts'
import { forgetAtTickets, listSealedPushes, listWritten } from './tickets.duties.sql.ts'
import { ticketRoutes } from './tickets.routes.ts'

export { performActs } from './desk/acts.ts'
export { markProcessed } from './desk/desk.sql.ts'
export { publishToDesk } from './live/desk-news.sql.ts'
export { addEvent } from './live/events.sql.ts'
export { makeTicketHubs } from './live/hubs.ts'
export { publishToRestaurant, publishToRestaurants } from './live/restaurant-news.sql.ts'
export { notificationRoutes as serveNotifications } from './notifications/notifications.routes.ts'
export { setPushKeyAside } from './notifications/notifications.sql.ts'
export { listOpenLike } from './relations/open-like.ts'
export { findTicket } from './relations/relations.sql.ts'
export { addMessage, addTicket } from './tickets.write.sql.ts'

interface Needs {
  topicsOf: TopicsOf
  linkDevice: LinkDevice
  promisedOf: PromisedOf
  levelOf: LevelOf
  draftFromTicket: DraftFromTicket
  notifications: Pick<Notifications, 'jobs'>
  live: TicketHubs
}

/** Tickets of restaurants, and the desk's work with them. */
export const tickets: Module<Needs> = {
  name: 'tickets',
  tables: [
    'attachments',
    'canned_files',
    'canned_replies',
    'message_words',
    'message_words_fill',
    'messages',
    'note_files',
    'note_mentions',
    'notes',
    'notice_choices',
    'notice_cursors',
    'notices',
    'push_subscriptions',
    'saved_views',
    'sealed_keys',
    'search_forgetting',
    'search_vocabulary',
    'tags',
    'ticket_counts',
    'ticket_events',
    'ticket_follows',
    'ticket_links',
    'ticket_log',
    'ticket_merges',
    'tickets',
    'unread_messages',
  ],
  routes: ({ app, on, identify, deps }, parts) => {
    const { topicsOf, linkDevice, promisedOf, levelOf, draftFromTicket, live } = parts
    ticketRoutes(on, deps, { topicsOf, linkDevice, promisedOf })
    ticketDeskRoutes(on, deps, levelOf)
    ticketCallerRoutes(on, deps, { topicsOf, linkDevice })
    ticketWorkRoutes(on, deps)
    ticketEditRoutes(on, deps, topicsOf)
    ticketNoteRoutes(on, deps)
    cannedRoutes(on, deps)
    bulkRoute(on, deps)
    savedViewRoutes(on, deps)
    ticketMergeRoutes(on, deps)
    ticketRelationRoutes(on, deps)
    ticketSimilarRoute(on, deps)
    ticketArticleRoute(on, deps, draftFromTicket)
    ticketSearchRoute(on, deps)
    serveTicketEvents(app, deps, identify, live.staff)
    serveDeskEvents(app, deps, identify, live.desk)
    presenceRoutes(on, deps, live.presence)
  },
  topics: (_deps, { live }) => live.topics,
  jobs: (deps, { live, notifications }) => ({
    ...live.jobs,
    ...notifications.jobs,
    'search fill': fillSearch(deps),
    'snoozed tickets': wakeSnoozed(deps),
  }),
  people: {
    'canned_replies.author_id': 'kept',
    'messages.author_id': 'kept, given',
    'note_mentions.person_id': 'cleared',
    'notes.author_id': 'kept',
    'notice_choices.person_id': 'cleared',
    'notices.person_id': 'cleared',
    'push_subscriptions.person_id': 'cleared',
    'saved_views.author_id': 'kept',
    'ticket_follows.person_id': 'cleared',
    'ticket_log.after_id': 'kept',
    'ticket_log.before_id': 'kept',
    'ticket_log.person_id': 'kept',
    'tickets.assignee_id': 'cleared',
    'tickets.author_id': 'kept',
    'unread_messages.person_id': 'cleared',
  },
  forget: forgetAtTickets,
  restaurantGroups: groupNames,
  exports: { lists: [{ name: 'сообщения', list: listWritten }] },
  ofTickets: [
    'attachments.message_id',
    'message_words.message_id',
    'messages.ticket_id',
    'notes.ticket_id',
    'notices.message_id',
    'notices.ticket_id',
    'ticket_events.message_id',
    'ticket_events.ticket_id',
    'ticket_follows.ticket_id',
    'ticket_links.one_id',
    'ticket_links.other_id',
    'ticket_log.other_id',
    'ticket_log.ticket_id',
    'ticket_merges.into_id',
    'ticket_merges.ticket_id',
    'tickets.merged_into',
    'unread_messages.message_id',
    'unread_messages.ticket_id',
  ],
  takeAlong: takeContents,
  retain: retainTickets,
  files: [
    { table: 'attachments', column: 'file_key', size: 'size' },
    { table: 'note_files', column: 'file_key', size: 'size' },
    { table: 'canned_files', column: 'file_key', size: 'size' },
  ],
  seals: async (db, { openWith }) => {
    const open = openWith('push')
    return (await listSealedPushes(db)).map(({ what, about, sealed }) => ({
      what,
      open: () => open(sealed, about),
    }))
  },
  checks: [checkTickets],
}
