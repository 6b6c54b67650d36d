import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, PathId, Text, Time } from './fields/fields.ts'
import { INCIDENT_WORDS_MAX } from './fields/limits.ts'
import { storedText } from './fields/written.ts'

/** The label of the button "it affects us too". */
export const ME_TOO = 'И у нас'

/** An incident as an affected restaurant sees it. */
export const Incident = z.object({
  id: Id,
  title: z.string(),
  /** What to do in the meantime. */
  text: z.string(),
  since: Time,
  /** null: still going on. */
  until: Time.nullable(),
  /** Whether the reader tapped «И у нас» in this restaurant. */
  is_mine: z.boolean(),
  /** The reader's answer to «Заработало?»; null: none yet. */
  works: z.boolean().nullable().optional(),
  /** What the reader added to it in this restaurant, as support sees it; null: nothing. */
  said: z.object({ text: z.string().nullable(), files: z.number().int() }).nullable().optional(),
  /** How many people tapped «И у нас». */
  count: z.number().int(),
  /** Newest first. */
  updates: z.array(z.object({ at: Time, text: z.string() })),
})
export type Incident = z.infer<typeof Incident>

const IncidentPath = z.object({ incidentId: PathId })

export const MeToo = z.object({ text: Text(INCIDENT_WORDS_MAX).optional() })

/** What a person adds: text, photos, or both. */
export const IncidentWords = z.object({
  text: z.string().max(INCIDENT_WORDS_MAX).transform(storedText).default(''),
})

const Mine = z.object({ is_mine: z.boolean() })

export const listIncidents = endpoint({
  name: 'listIncidents',
  summary: 'Инциденты, которые касаются ресторана сейчас или кончились за последний час',
  method: 'GET',
  path: 'help_desk/incidents/',
  auth: 'staff',
  answer: z.array(Incident),
  compressed: true,
  refusals: [],
})

export const tapIncident = endpoint({
  name: 'tapIncident',
  summary: '«И у нас»: от человека в ресторане один раз, повтор ничего не прибавляет',
  method: 'POST',
  path: 'help_desk/incidents/:incidentId/me_too/',
  auth: 'staff',
  params: IncidentPath,
  body: MeToo,
  is_body_optional: true,
  answer: Mine,
  refusals: ['not_found'],
})

export const untapIncident = endpoint({
  name: 'untapIncident',
  summary: 'Взять «И у нас» назад',
  method: 'DELETE',
  path: 'help_desk/incidents/:incidentId/me_too/',
  auth: 'staff',
  params: IncidentPath,
  answer: Mine,
  refusals: ['not_found'],
})

export const addIncidentWords = endpoint({
  name: 'addIncidentWords',
  summary: 'Добавить к своему «И у нас» слово и фото',
  method: 'POST',
  path: 'help_desk/incidents/:incidentId/words/',
  auth: 'staff',
  params: IncidentPath,
  form: IncidentWords,
  files: { field: 'files', kind: 'attachments' },
  answer: Mine,
  refusals: ['not_found', 'idempotency_conflict', 'too_many_files'],
  creates: true,
})

export const sayIncidentWorks = endpoint({
  name: 'sayIncidentWorks',
  summary: '«Заработало?» после конца инцидента',
  method: 'POST',
  path: 'help_desk/incidents/:incidentId/works/',
  auth: 'staff',
  params: IncidentPath,
  body: z.object({ works: z.boolean() }),
  answer: z.object({ works: z.boolean() }),
  refusals: ['not_found'],
})
