import { z } from 'zod'
import { RestaurantGroups } from '../business.ts'
import { endpoint } from '../endpoint.ts'
import { Id, MessageText, PathId, Text, Time } from '../fields/fields.ts'
import { BULK_MAX } from '../fields/limits.ts'
import { Moment } from '../moment.ts'
import { Page, PageSize, paged } from '../page.ts'
import { Attachment } from '../tickets.ts'
import { MacroRun } from './macros.ts'

const RESTAURANTS_MAX = 1000
const TOPICS_MAX = 30

const Words = Text(2000)
const Topic = z.string().regex(/^[a-z0-9_]{1,64}$/)

/** One incident in the desk's list. */
export const DeskIncident = z.object({
  id: Id,
  title: z.string(),
  text: z.string(),
  topics: z.array(z.string()),
  /** In every restaurant of the business, including those added later. */
  everywhere: z.boolean(),
  restaurants: z.array(z.object({ id: Id, name: z.string() })),
  /** Also in the restaurants of these groups, including those that join later. Absent: an older server. */
  restaurant_groups: z.array(z.string()).optional(),
  since: Time,
  until: Time.nullable(),
  /** How many people tapped «И у нас», and in how many restaurants. */
  count: z.number().int(),
  count_restaurants: z.number().int(),
  works: z.object({ yes: z.number().int(), no: z.number().int() }),
  tickets: z.number().int(),
  /** The material made from its report. */
  material: Id.nullable(),
})
export type DeskIncident = z.infer<typeof DeskIncident>

const LinkedTicket = z.object({
  id: Id,
  number: z.number().int(),
  restaurant: z.string(),
  text: z.string(),
  is_open: z.boolean(),
  message_count: z.number().int(),
  created_at: Time,
  /** When the incident's answer was last sent to it. */
  answered_at: Time.nullable(),
})
export type LinkedTicket = z.infer<typeof LinkedTicket>

/** The data of an incident's page. */
export const DeskIncidentPage = DeskIncident.extend({
  updates: z.array(
    z.object({ kind: z.enum(['begin', 'update', 'end']), text: z.string(), at: Time, author: z.string() }),
  ),
  linked: z.array(LinkedTicket),
  /** Open tickets that may be about it, the most likely first. */
  proposed: z.array(LinkedTicket),
  /** The newest texts and photos from affected restaurants. */
  said: z.array(z.object({ restaurant: z.string(), text: z.string(), at: Time, files: z.array(Attachment) })),
})
export type DeskIncidentPage = z.infer<typeof DeskIncidentPage>

const IncidentPath = z.object({ incidentId: PathId })
const refusals = ['not_found'] as const

export const listDeskIncidents = endpoint({
  name: 'listDeskIncidents',
  summary: 'Инциденты бизнеса: идущие, затем прошлые',
  method: 'GET',
  path: 'desk/incidents/',
  auth: 'agent',
  query: z.object({ page: Page, page_size: PageSize }),
  answer: paged(DeskIncident),
  compressed: true,
  refusals: [],
})

export const getDeskIncident = endpoint({
  name: 'getDeskIncident',
  summary: 'Инцидент: сообщения, связанные и похожие тикеты, слова ресторанов',
  method: 'GET',
  path: 'desk/incidents/:incidentId/',
  auth: 'agent',
  params: IncidentPath,
  answer: DeskIncidentPage,
  compressed: true,
  refusals,
})

export const createIncident = endpoint({
  name: 'createIncident',
  summary: 'Отметить инцидент: что, с каких пор, где и что делать пока',
  method: 'POST',
  path: 'desk/incidents/',
  auth: 'agent',
  body: z.object({
    /** Required if the caller serves several businesses. */
    business: PathId.optional(),
    title: Text(120),
    text: Words,
    /** Default: now. */
    since: Moment.optional(),
    topics: z.array(Topic).max(TOPICS_MAX).default([]),
    /** If `restaurants` and `restaurant_groups` are both absent: in every restaurant. */
    restaurants: z.array(PathId).min(1).max(RESTAURANTS_MAX).optional(),
    /** Groups of restaurants, with their members at any time while the incident goes on. */
    restaurant_groups: RestaurantGroups.min(1).optional(),
    tickets: z.array(PathId).max(BULK_MAX).default([]),
    /** The proposal that it was made from. */
    proposal: PathId.optional(),
  }),
  answer: z.object({ id: Id }),
  refusals: ['not_found', 'request_decided', 'idempotency_conflict'],
  creates: true,
})

export const updateIncident = endpoint({
  name: 'updateIncident',
  summary: 'Сообщить новое об инциденте всем, кого он касается',
  method: 'POST',
  path: 'desk/incidents/:incidentId/update/',
  auth: 'agent',
  params: IncidentPath,
  body: z.object({ text: Words }),
  answer: z.object({ ok: z.boolean() }),
  refusals: ['not_found', 'incident_over', 'idempotency_conflict'],
  creates: true,
})

export const endIncident = endpoint({
  name: 'endIncident',
  summary: 'Закончить инцидент; отметивших спросят, заработало ли',
  method: 'POST',
  path: 'desk/incidents/:incidentId/end/',
  auth: 'agent',
  params: IncidentPath,
  body: z.object({ text: Words }),
  answer: z.object({ ok: z.boolean() }),
  refusals: ['not_found', 'incident_over', 'idempotency_conflict'],
  creates: true,
})

export const linkIncidentTickets = endpoint({
  name: 'linkIncidentTickets',
  summary: 'Связать тикеты с инцидентом или убрать связь',
  method: 'POST',
  path: 'desk/incidents/:incidentId/linked/',
  auth: 'agent',
  params: IncidentPath,
  body: z.object({ tickets: z.array(PathId).min(1).max(BULK_MAX), is_linked: z.boolean() }),
  answer: z.object({ ok: z.boolean() }),
  refusals,
})

export const answerIncident = endpoint({
  name: 'answerIncident',
  summary:
    'Ответить во все связанные тикеты: каждый получает ответ как свой через несколько секунд, до того всё можно отменить, как макрос',
  method: 'POST',
  path: 'desk/incidents/:incidentId/answer/',
  auth: 'agent',
  params: IncidentPath,
  body: z.object({
    text: MessageText,
    tickets: z.array(PathId).min(1).max(BULK_MAX),
    /** Close the tickets that get the answer. */
    close: z.boolean().default(false),
  }),
  answer: MacroRun,
  refusals: ['not_found', 'idempotency_conflict'],
  creates: true,
})

export const draftIncidentReport = endpoint({
  name: 'draftIncidentReport',
  summary: 'Черновик отчёта после конца инцидента: материал базы знаний',
  method: 'POST',
  path: 'desk/incidents/:incidentId/report/',
  auth: 'agent',
  params: IncidentPath,
  answer: z.object({ id: Id }),
  refusals: ['not_found', 'incident_goes_on', 'no_subcategory', 'idempotency_conflict'],
  creates: true,
})

/** A spike of tickets that may be an incident. */
export const IncidentProposal = z.object({
  id: Id,
  topic: z.string().nullable(),
  words: z.array(z.string()),
  tickets: z.array(z.object({ id: Id, number: z.number().int(), restaurant: z.string(), text: z.string() })),
  made_at: Time,
})
export type IncidentProposal = z.infer<typeof IncidentProposal>

export const listIncidentRestaurants = endpoint({
  name: 'listIncidentRestaurants',
  summary: 'Где инцидент может быть: рестораны по имени, с их группами',
  method: 'GET',
  path: 'desk/incidents/restaurants/',
  auth: 'agent',
  answer: z.object({
    restaurants: z.array(z.object({ id: Id, name: z.string(), groups: z.array(z.string()) })),
  }),
  refusals: [],
  compressed: true,
})

export const listIncidentProposals = endpoint({
  name: 'listIncidentProposals',
  summary: 'Всплески тикетов, похожие на инцидент',
  method: 'GET',
  path: 'desk/incidents/proposals/',
  auth: 'agent',
  answer: z.object({ results: z.array(IncidentProposal) }),
  refusals: [],
})

export const dismissIncidentProposal = endpoint({
  name: 'dismissIncidentProposal',
  summary: 'Это не инцидент: больше не предлагать',
  method: 'POST',
  path: 'desk/incidents/proposals/:proposalId/dismiss/',
  auth: 'agent',
  params: z.object({ proposalId: PathId }),
  answer: z.object({ ok: z.boolean() }),
  refusals,
})
