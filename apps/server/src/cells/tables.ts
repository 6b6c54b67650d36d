// Which tables belong to a business, and how the business of each row is found: a business moves with all these rows
// (docs/decisions/0099-cells.md). A table missing here fails tables.test.ts.

/** The row belongs to the business of the row that this column references in another table. */
interface Through {
  column: string
  of: string
  /** The referenced column; default: `id`. */
  key?: string
}

/** `self`: the row is the business itself. */
type One = 'self' | 'business_id' | Through
/** A list: any of them. */
type Way = One | readonly One[]

const of = (table: string, column: string, key?: string): Through =>
  key === undefined ? { column, of: table } : { column, of: table, key }
const TICKET = of('tickets', 'ticket_id')
const PERSON = of('people', 'person_id')
const RESTAURANT = of('restaurants', 'restaurant_id')
const INCIDENT = of('incidents', 'incident_id')
const MATERIAL = of('materials', 'material_id')
const OWN = 'business_id'

export const OF_BUSINESS: Readonly<Record<string, Way>> = {
  businesses: 'self',

  // of the business itself
  agent_group_sets: OWN,
  agent_groups: OWN,
  api_keys: OWN,
  // Sign-in attempts are logged before the business is known.
  audit: [OWN, PERSON],
  business_settings: OWN,
  canned_replies: OWN,
  code_sends: OWN,
  desk_members: OWN,
  devices: OWN,
  erasure_requests: OWN,
  figure_cursors: OWN,
  figure_devices: OWN,
  figure_facts: OWN,
  figure_letters: OWN,
  figure_lookups: OWN,
  figure_periods: OWN,
  figure_sums: OWN,
  identity_providers: OWN,
  incident_proposals: OWN,
  incidents: OWN,
  invitations: OWN,
  join_requests: OWN,
  knowledge_gaps: OWN,
  knowledge_state: OWN,
  macros: OWN,
  materials: OWN,
  memberships: OWN,
  notice_cursors: OWN,
  people: OWN,
  people_imports: OWN,
  knowledge_imports: OWN,
  posters: OWN,
  quality_draws: OWN,
  quality_reviews: OWN,
  restaurants: OWN,
  rule_cursors: OWN,
  rule_firings: OWN,
  rule_sets: OWN,
  rule_waits: OWN,
  saved_views: OWN,
  scim_groups: OWN,
  scim_people: OWN,
  search_forgetting: OWN,
  search_vocabulary: OWN,
  sections: OWN,
  service_cursors: OWN,
  service_news: OWN,
  service_promises: OWN,
  service_versions: OWN,
  signal_cursors: OWN,
  synonyms: OWN,
  tags: OWN,
  thesaurus_off: OWN,
  ticket_clocks: OWN,
  ticket_events: OWN,
  tickets: OWN,
  topics: OWN,

  // of its tickets
  attachments: of('messages', 'message_id'),
  device_tickets: TICKET,
  handover_tickets: TICKET,
  handovers: RESTAURANT,
  incident_tickets: TICKET,
  message_words: of('messages', 'message_id'),
  messages: TICKET,
  note_files: of('notes', 'note_id'),
  note_mentions: of('notes', 'note_id'),
  notes: TICKET,
  restaurant_notes: RESTAURANT,
  shifts: RESTAURANT,
  ticket_counts: RESTAURANT,
  ticket_follows: TICKET,
  ticket_groups: TICKET,
  ticket_links: of('tickets', 'one_id'),
  ticket_log: TICKET,
  ticket_merges: TICKET,
  ticket_ratings: TICKET,
  ticket_reopenings: TICKET,
  unread_messages: TICKET,

  // of its people
  agent_group_members: PERSON,
  agent_presence: PERSON,
  codes: PERSON,
  idempotency: PERSON,
  macro_runs: PERSON,
  notice_choices: PERSON,
  notices: PERSON,
  passkeys: PERSON,
  person_identities: PERSON,
  provider_attempts: of('identity_providers', 'provider_id'),
  push_subscriptions: PERSON,
  recovery_codes: PERSON,
  renewals: of('sessions', 'session_id'),
  reverts: PERSON,
  scim_group_members: of('scim_groups', 'group_id'),
  sessions: PERSON,
  signal_devices: PERSON,
  signals: of('signal_devices', 'session_id', 'session_id'),
  totp_keys: PERSON,

  // of its knowledge, incidents and imports
  canned_files: of('canned_replies', 'canned_id'),
  incident_restaurants: INCIDENT,
  incident_tap_files: INCIDENT,
  incident_taps: INCIDENT,
  incident_updates: INCIDENT,
  knowledge_gap_voices: of('knowledge_gaps', 'gap_id'),
  material_audiences: OWN,
  material_care: MATERIAL,
  material_drafts: MATERIAL,
  material_feedback: MATERIAL,
  material_files: MATERIAL,
  material_reviews: MATERIAL,
  material_schedules: MATERIAL,
  material_versions: MATERIAL,
  people_import_rows: of('people_imports', 'import_id'),
  subcategories: of('sections', 'section_id'),

  // A file belongs to the rows that reference it; tables.test.ts compares this list with the files declared by the modules.
  stored_files: [
    of('attachments', 'key', 'file_key'),
    of('canned_files', 'key', 'file_key'),
    of('devices', 'key', 'photo_key'),
    of('incident_tap_files', 'key', 'file_key'),
    of('knowledge_imports', 'key', 'file_key'),
    of('material_files', 'key', 'file_key'),
    of('note_files', 'key', 'file_key'),
    of('people', 'key', 'image_key'),
  ],
}

/** Tables that do not move, and why. */
export const OF_INSTALLATION: Readonly<Record<string, string>> = {
  guess_counters: 'counts guesses by address: a business that has moved begins anew',
  installation_marks: 'whose keys and files the database knows',
  job_runs: 'what jobs of these servers have done',
  message_words_fill: 'a business does not move before it is empty',
  operators: 'an operator is of an installation: a business of theirs does not move',
  outbox: 'letters that wait are complete: the cell that wrote them sends them',
  passkey_challenges: 'bound to a browser, not to a person; asked for anew after minutes',
  provider_codes: 'hashes of used codes, for minutes',
  rate_counters: 'counts of the last minutes',
  schema_changes: 'of the migrations',
  schema_migrations: 'of the migrations',
  sealed_keys: 'the same in all cells: push subscriptions are bound to it',
  seeds: 'what the demo has filled',
  setup_keys: 'of an installation without a business',
}

/** Append-only tables: their rows also stay in the cell that a business has left. */
export const NEVER_REMOVED: ReadonlySet<string> = new Set(['audit'])

const isMany = (way: Way): way is readonly One[] => Array.isArray(way)

/**
 * SQL: whether a table's row `row` (an alias, `new` or `old`) belongs to the businesses with these ids.
 * @param ids SQL of an array of bigint.
 */
export const belongs = (table: string, row: string, ids: string): string => {
  const known = OF_BUSINESS[table]
  if (known === undefined) throw new Error(`${table} is of no business.`)
  // Nested conditions need distinct aliases.
  const inner = `${row === 'new' || row === 'old' ? 'r' : row}_`
  const by = (way: One): string => {
    if (way === 'self') return `${row}.id = any(${ids})`
    if (way === 'business_id') return `${row}.business_id = any(${ids})`
    const { column, of: other, key = 'id' } = way
    return `exists (select from public.${other} ${inner} where ${inner}.${key} = ${row}.${column} and ${belongs(other, inner, ids)})`
  }
  return isMany(known) ? `(${known.map(by).join(' or ')})` : by(known)
}
