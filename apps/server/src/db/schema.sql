create extension pg_trgm;

create table agent_group_members (
  group_id bigint not null,
  person_id bigint not null,
  constraint agent_group_members_pkey PRIMARY KEY (group_id, person_id),
  constraint agent_group_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES agent_groups(id) ON DELETE CASCADE,
  constraint agent_group_members_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id)
);
CREATE INDEX agent_group_members_person ON agent_group_members USING btree (person_id);

create table agent_group_sets (
  business_id bigint not null,
  version bigint not null,
  constraint agent_group_sets_pkey PRIMARY KEY (business_id),
  constraint agent_group_sets_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);

create table agent_groups (
  id bigint not null generated always as identity,
  business_id bigint not null,
  place integer not null,
  name text not null,
  restaurant_ids bigint[] not null,
  categories text[] not null,
  way text not null,
  most integer,
  restaurant_groups text[] not null default '{}'::text[],
  constraint agent_groups_pkey PRIMARY KEY (id),
  constraint agent_groups_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint agent_groups_way_check CHECK ((way = ANY (ARRAY['turn'::text, 'load'::text])))
);
CREATE INDEX agent_groups_business ON agent_groups USING btree (business_id, place);

create table agent_presence (
  person_id bigint not null,
  state text not null,
  since timestamp with time zone not null,
  is_returned boolean not null default true,
  zone text,
  week jsonb,
  is_scheduled boolean,
  given_at timestamp with time zone,
  constraint agent_presence_pkey PRIMARY KEY (person_id),
  constraint agent_presence_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint agent_presence_state_check CHECK ((state = ANY (ARRAY['work'::text, 'away'::text, 'off'::text])))
);
CREATE INDEX agent_presence_work ON agent_presence USING btree (person_id) WHERE state <> 'off'::text OR week IS NOT NULL OR NOT is_returned;

create table api_keys (
  id uuid not null default gen_random_uuid(),
  business_id bigint not null,
  person_id bigint not null,
  name text not null,
  prefix text not null,
  key_hash bytea not null,
  scopes text[] not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_key_hash_key UNIQUE (key_hash),
  constraint api_keys_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint api_keys_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id)
);
CREATE INDEX api_keys_business ON api_keys USING btree (business_id, created_at DESC);
CREATE INDEX api_keys_person ON api_keys USING btree (person_id);

create table attachments (
  id uuid not null default gen_random_uuid(),
  message_id bigint not null,
  place integer not null,
  file_key text not null,
  file_name text not null,
  content_type text not null,
  size bigint not null,
  constraint attachments_pkey PRIMARY KEY (id),
  constraint attachments_file_key_key UNIQUE (file_key),
  constraint attachments_message_id_place_key UNIQUE (message_id, place),
  constraint attachments_file_key_fkey FOREIGN KEY (file_key) REFERENCES stored_files(key),
  constraint attachments_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id)
);
CREATE TRIGGER mark_new_files AFTER INSERT ON attachments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_message_files();
CREATE TRIGGER unmark_gone_files AFTER DELETE ON attachments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION unmark_message_files();

create table audit (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  event text not null,
  person_id bigint,
  session_id uuid,
  ip text,
  request_id text,
  detail jsonb not null default '{}'::jsonb,
  business_id bigint,
  subject text,
  before jsonb,
  after jsonb,
  key_id uuid,
  is_part boolean not null default false,
  constraint audit_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_business ON audit USING btree (business_id, at DESC, id DESC) WHERE business_id IS NOT NULL;
CREATE INDEX audit_business_acts ON audit USING btree (business_id, at DESC, id DESC) WHERE business_id IS NOT NULL AND NOT is_part;
CREATE INDEX audit_business_event ON audit USING btree (business_id, event, at DESC, id DESC) WHERE business_id IS NOT NULL;
CREATE INDEX audit_business_person ON audit USING btree (business_id, person_id, at DESC, id DESC) WHERE business_id IS NOT NULL AND person_id IS NOT NULL;
CREATE INDEX audit_business_subject ON audit USING btree (business_id, subject, at DESC, id DESC) WHERE business_id IS NOT NULL AND subject IS NOT NULL;
CREATE INDEX audit_parts ON audit USING btree (business_id, request_id, at DESC, id DESC) WHERE is_part;
CREATE INDEX audit_person ON audit USING btree (person_id, at);
CREATE TRIGGER keep_audit BEFORE DELETE OR UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION keep_audit();
CREATE TRIGGER keep_audit_whole BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION keep_audit();

create table business_settings (
  business_id bigint not null,
  name text not null,
  value jsonb not null,
  changed_at timestamp with time zone not null default now(),
  constraint business_settings_pkey PRIMARY KEY (business_id, name),
  constraint business_settings_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);

create table businesses (
  id bigint not null generated by default as identity,
  name text not null,
  network text,
  paid_until timestamp with time zone,
  last_ticket_number integer not null default 1000,
  created_at timestamp with time zone not null default now(),
  people_max integer,
  restaurants_max integer,
  constraint businesses_pkey PRIMARY KEY (id),
  constraint businesses_network_key UNIQUE (network),
  constraint businesses_network_check CHECK ((network ~ '^[a-z0-9-]{1,40}$'::text)),
  constraint businesses_people_max_check CHECK ((people_max > 0)),
  constraint businesses_restaurants_max_check CHECK ((restaurants_max > 0))
);

create table canned_files (
  id uuid not null default gen_random_uuid(),
  canned_id bigint not null,
  place integer not null,
  file_key text not null,
  file_name text not null,
  content_type text not null,
  size bigint not null,
  constraint canned_files_pkey PRIMARY KEY (id),
  constraint canned_files_canned_id_place_key UNIQUE (canned_id, place),
  constraint canned_files_file_key_key UNIQUE (file_key),
  constraint canned_files_canned_id_fkey FOREIGN KEY (canned_id) REFERENCES canned_replies(id),
  constraint canned_files_file_key_fkey FOREIGN KEY (file_key) REFERENCES stored_files(key)
);

create table canned_replies (
  id bigint not null generated always as identity,
  business_id bigint not null,
  author_id bigint not null,
  is_shared boolean not null,
  title text not null,
  text text not null,
  uses integer not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint canned_replies_pkey PRIMARY KEY (id),
  constraint canned_replies_author_id_fkey FOREIGN KEY (author_id) REFERENCES people(id),
  constraint canned_replies_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);
CREATE INDEX canned_replies_own ON canned_replies USING btree (author_id, uses DESC, id);
CREATE UNIQUE INDEX canned_replies_own_title ON canned_replies USING btree (business_id, author_id, lower(title)) WHERE NOT is_shared;
CREATE INDEX canned_replies_shared ON canned_replies USING btree (business_id, uses DESC, id) WHERE is_shared;
CREATE UNIQUE INDEX canned_replies_shared_title ON canned_replies USING btree (business_id, lower(title)) WHERE is_shared;

create table code_sends (
  id bigint not null generated always as identity,
  person_id bigint,
  business_id bigint,
  purpose text not null,
  channel text not null,
  address text not null,
  outcome text not null,
  sent_at timestamp with time zone not null default now(),
  constraint code_sends_pkey PRIMARY KEY (id),
  constraint code_sends_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint code_sends_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint code_sends_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text]))),
  constraint code_sends_outcome_check CHECK ((outcome = ANY (ARRAY['sent'::text, 'taken'::text, 'unknown'::text, 'withdrawn'::text]))),
  constraint code_sends_purpose_check CHECK ((purpose = ANY (ARRAY['email'::text, 'phone'::text, 'recovery'::text])))
);
CREATE INDEX code_sends_address ON code_sends USING btree (address, sent_at);
CREATE INDEX code_sends_age ON code_sends USING btree (sent_at);
CREATE INDEX code_sends_business ON code_sends USING btree (business_id, channel, sent_at);
CREATE INDEX code_sends_person ON code_sends USING btree (person_id, sent_at);

create table codes (
  person_id bigint not null,
  purpose text not null,
  address text not null,
  code_hash bytea not null,
  salt bytea not null,
  wrong_tries integer not null default 0,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint codes_pkey PRIMARY KEY (person_id, purpose, address),
  constraint codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint codes_purpose_check CHECK ((purpose = ANY (ARRAY['email'::text, 'phone'::text, 'recovery'::text])))
);
CREATE INDEX codes_age ON codes USING btree (expires_at);

create table desk_members (
  person_id bigint not null,
  business_id bigint not null,
  role text not null,
  created_at timestamp with time zone not null default now(),
  state text not null,
  sort_name text not null,
  constraint desk_members_pkey PRIMARY KEY (person_id, role, business_id),
  constraint desk_members_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint desk_members_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint desk_members_role_check CHECK ((role = ANY (ARRAY['agent'::text, 'editor'::text, 'admin'::text])))
);
CREATE INDEX desk_members_roles ON desk_members USING btree (business_id, role, state, sort_name COLLATE "C", person_id);
CREATE TRIGGER take_person BEFORE INSERT ON desk_members FOR EACH ROW EXECUTE FUNCTION take_person();

create table device_tickets (
  ticket_id bigint not null,
  device_id bigint not null,
  constraint device_tickets_pkey PRIMARY KEY (ticket_id),
  constraint device_tickets_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint device_tickets_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE
);
CREATE INDEX device_tickets_device ON device_tickets USING btree (device_id, ticket_id);

create table devices (
  id bigint not null generated always as identity,
  business_id bigint not null,
  restaurant_id bigint not null,
  code text not null,
  kind text not null,
  name text not null,
  model text not null,
  serial text not null,
  place text not null,
  photo_key text,
  created_at timestamp with time zone not null,
  archived_at timestamp with time zone,
  find_text text generated always as (translate(lower(((((((name || ' '::text) || model) || ' '::text) || serial) || ' '::text) || place)), 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЎҚҒҲ'::text, 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяўқғҳ'::text)) stored,
  constraint devices_pkey PRIMARY KEY (id),
  constraint devices_code_key UNIQUE (code),
  constraint devices_business_id_restaurant_id_fkey FOREIGN KEY (business_id, restaurant_id) REFERENCES restaurants(business_id, id),
  constraint devices_photo_key_fkey FOREIGN KEY (photo_key) REFERENCES stored_files(key)
);
CREATE INDEX devices_business ON devices USING btree (business_id, name, id);
CREATE INDEX devices_find ON devices USING gin (find_text gin_trgm_ops);
CREATE INDEX devices_model ON devices USING btree (business_id, kind, model, id);
CREATE INDEX devices_photo ON devices USING btree (photo_key);
CREATE INDEX devices_restaurant ON devices USING btree (restaurant_id, name, id);

create table erasure_requests (
  person_id bigint not null,
  business_id bigint not null,
  asked_at timestamp with time zone not null,
  constraint erasure_requests_pkey PRIMARY KEY (person_id),
  constraint erasure_requests_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint erasure_requests_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id)
);
CREATE INDEX erasure_requests_business ON erasure_requests USING btree (business_id, asked_at, person_id);

create table figure_cursors (
  business_id bigint not null,
  seen bigint not null default 0,
  walked_to bigint default 0,
  is_check boolean not null default false,
  wrong integer not null default 0,
  checked_at timestamp with time zone,
  is_built boolean not null default false,
  constraint figure_cursors_pkey PRIMARY KEY (business_id),
  constraint figure_cursors_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);

create table figure_devices (
  device_id bigint not null,
  business_id bigint not null,
  kind text not null,
  model text not null,
  constraint figure_devices_pkey PRIMARY KEY (device_id)
);
CREATE INDEX figure_devices_business ON figure_devices USING btree (business_id);

create table figure_facts (
  ticket_id bigint not null,
  nth integer not null,
  business_id bigint not null,
  restaurant_id bigint not null,
  category text not null,
  topic text,
  agent_id bigint,
  what text not null,
  at timestamp with time zone not null,
  day date not null,
  hour smallint not null,
  minutes integer not null default 0,
  device_id bigint,
  constraint figure_facts_pkey PRIMARY KEY (ticket_id, nth),
  constraint figure_facts_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES people(id),
  constraint figure_facts_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  constraint figure_facts_what_check CHECK ((what = ANY (ARRAY['opened'::text, 'first'::text, 'solved'::text, 'kept'::text, 'missed'::text, 'reopened'::text, 'good'::text, 'bad'::text, 'answer'::text])))
);
CREATE INDEX figure_facts_agent ON figure_facts USING btree (agent_id, day) WHERE agent_id IS NOT NULL;
CREATE INDEX figure_facts_business ON figure_facts USING btree (business_id, what, day, ticket_id, nth);
CREATE INDEX figure_facts_restaurant ON figure_facts USING btree (restaurant_id, day);

create table figure_letters (
  person_id bigint not null,
  business_id bigint not null,
  sent_week date not null,
  constraint figure_letters_pkey PRIMARY KEY (person_id, business_id),
  constraint figure_letters_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint figure_letters_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id)
);
CREATE INDEX figure_letters_business ON figure_letters USING btree (business_id);

create table figure_lookups (
  id bigint not null generated always as identity,
  business_id bigint not null,
  restaurant_id bigint not null,
  person_id bigint,
  at timestamp with time zone not null,
  day date not null,
  hour smallint not null,
  deflected boolean,
  constraint figure_lookups_pkey PRIMARY KEY (id),
  constraint figure_lookups_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint figure_lookups_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint figure_lookups_restaurant_id_fkey FOREIGN KEY (restaurant_id) REFERENCES restaurants(id)
);
CREATE INDEX figure_lookups_open ON figure_lookups USING btree (at) WHERE deflected IS NULL;
CREATE INDEX figure_lookups_person ON figure_lookups USING btree (person_id, restaurant_id, at) WHERE person_id IS NOT NULL;

create table figure_periods (
  business_id bigint not null,
  side text not null,
  span text not null,
  since date not null,
  key text not null,
  opened integer not null,
  first integer not null,
  solved integer not null,
  kept integer not null,
  missed integer not null,
  reopened integer not null,
  good integer not null,
  bad integer not null,
  answer integer not null,
  looked integer not null,
  deflected integer not null,
  first_minutes bytea,
  solved_minutes bytea,
  constraint figure_periods_pkey PRIMARY KEY (business_id, side, span, since, key),
  constraint figure_periods_side_check CHECK ((side = ANY (ARRAY['all'::text, 'hour'::text, 'restaurant'::text, 'category'::text, 'topic'::text, 'agent'::text, 'device'::text, 'kind'::text, 'model'::text]))),
  constraint figure_periods_span_check CHECK ((span = ANY (ARRAY['day'::text, 'month'::text])))
);

create table figure_sums (
  business_id bigint not null,
  side text not null,
  day date not null,
  key text not null,
  what text not null,
  minutes integer not null,
  n integer not null,
  constraint figure_sums_pkey PRIMARY KEY (business_id, side, day, key, what, minutes),
  constraint figure_sums_side_check CHECK ((side = ANY (ARRAY['all'::text, 'hour'::text, 'restaurant'::text, 'category'::text, 'topic'::text, 'agent'::text])))
);

create table guess_counters (
  kind text not null,
  subject text not null,
  failures integer not null default 0,
  first_at timestamp with time zone not null default now(),
  blocked_until timestamp with time zone,
  constraint guess_counters_pkey PRIMARY KEY (kind, subject)
);

create table handover_tickets (
  handover_id bigint not null,
  ticket_id bigint not null,
  constraint handover_tickets_pkey PRIMARY KEY (handover_id, ticket_id),
  constraint handover_tickets_handover_id_fkey FOREIGN KEY (handover_id) REFERENCES handovers(id) ON DELETE CASCADE,
  constraint handover_tickets_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id)
);
CREATE INDEX handover_tickets_ticket ON handover_tickets USING btree (ticket_id);

create table handovers (
  id bigint not null generated always as identity,
  restaurant_id bigint not null,
  author_id bigint not null,
  note text not null,
  created_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  accepted_by bigint,
  constraint handovers_pkey PRIMARY KEY (id),
  constraint handovers_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES people(id),
  constraint handovers_author_id_fkey FOREIGN KEY (author_id) REFERENCES people(id),
  constraint handovers_restaurant_id_fkey FOREIGN KEY (restaurant_id) REFERENCES restaurants(id),
  constraint handovers_check CHECK (((accepted_at IS NULL) = (accepted_by IS NULL)))
);
CREATE INDEX handovers_accepted_by ON handovers USING btree (accepted_by);
CREATE INDEX handovers_age ON handovers USING btree (accepted_at) WHERE accepted_at IS NOT NULL;
CREATE INDEX handovers_author ON handovers USING btree (author_id, id);
CREATE INDEX handovers_waiting ON handovers USING btree (restaurant_id, id) WHERE accepted_at IS NULL;

create table idempotency (
  person_id bigint not null,
  key uuid not null,
  call text not null,
  body_hash bytea not null,
  answer json not null,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_pkey PRIMARY KEY (person_id, key)
);
CREATE INDEX idempotency_age ON idempotency USING btree (created_at);

create table identity_providers (
  id bigint not null generated always as identity,
  business_id bigint not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  sealed bytea not null,
  is_enabled boolean not null,
  creates boolean not null,
  restaurant_id bigint,
  domains text[] not null default '{}'::text[],
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  shared_redirect boolean not null default true,
  constraint identity_providers_pkey PRIMARY KEY (id),
  constraint identity_providers_business_id_issuer_client_id_key UNIQUE (business_id, issuer, client_id),
  constraint identity_providers_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint identity_providers_business_id_restaurant_id_fkey FOREIGN KEY (business_id, restaurant_id) REFERENCES restaurants(business_id, id),
  constraint identity_providers_check CHECK (((NOT creates) OR ((restaurant_id IS NOT NULL) AND (domains <> '{}'::text[]))))
);
CREATE UNIQUE INDEX identity_providers_name ON identity_providers USING btree (business_id, lower(name));

create table incident_proposals (
  id bigint not null generated always as identity,
  business_id bigint not null,
  topic text,
  words text[] not null,
  ticket_ids bigint[] not null,
  made_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  dismissed_at timestamp with time zone,
  incident_id bigint,
  constraint incident_proposals_pkey PRIMARY KEY (id),
  constraint incident_proposals_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint incident_proposals_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id)
);
CREATE INDEX incident_proposals_business ON incident_proposals USING btree (business_id, seen_at);
CREATE INDEX incident_proposals_incident ON incident_proposals USING btree (incident_id);

create table incident_restaurants (
  incident_id bigint not null,
  restaurant_id bigint not null,
  constraint incident_restaurants_pkey PRIMARY KEY (incident_id, restaurant_id),
  constraint incident_restaurants_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id),
  constraint incident_restaurants_restaurant_id_fkey FOREIGN KEY (restaurant_id) REFERENCES restaurants(id)
);
CREATE INDEX incident_restaurants_restaurant ON incident_restaurants USING btree (restaurant_id);

create table incident_tap_files (
  id uuid not null default gen_random_uuid(),
  incident_id bigint not null,
  restaurant_id bigint not null,
  person_id bigint not null,
  file_key text not null,
  file_name text not null,
  content_type text not null,
  size bigint not null,
  constraint incident_tap_files_pkey PRIMARY KEY (id),
  constraint incident_tap_files_file_key_fkey FOREIGN KEY (file_key) REFERENCES stored_files(key),
  constraint incident_tap_files_incident_id_restaurant_id_person_id_fkey FOREIGN KEY (incident_id, restaurant_id, person_id) REFERENCES incident_taps(incident_id, restaurant_id, person_id) ON DELETE CASCADE,
  constraint incident_tap_files_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id)
);
CREATE INDEX incident_tap_files_key ON incident_tap_files USING btree (file_key);
CREATE INDEX incident_tap_files_person ON incident_tap_files USING btree (person_id);
CREATE INDEX incident_tap_files_tap ON incident_tap_files USING btree (incident_id, restaurant_id, person_id);

create table incident_taps (
  incident_id bigint not null,
  restaurant_id bigint not null,
  person_id bigint not null,
  at timestamp with time zone not null,
  text text,
  works boolean,
  constraint incident_taps_pkey PRIMARY KEY (incident_id, restaurant_id, person_id),
  constraint incident_taps_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id),
  constraint incident_taps_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint incident_taps_restaurant_id_fkey FOREIGN KEY (restaurant_id) REFERENCES restaurants(id)
);
CREATE INDEX incident_taps_person ON incident_taps USING btree (person_id, incident_id);
CREATE INDEX incident_taps_restaurant ON incident_taps USING btree (restaurant_id);
CREATE INDEX incident_taps_said ON incident_taps USING btree (incident_id, at) WHERE text IS NOT NULL;

create table incident_tickets (
  incident_id bigint not null,
  ticket_id bigint not null,
  answered_at timestamp with time zone,
  answer text,
  constraint incident_tickets_pkey PRIMARY KEY (incident_id, ticket_id),
  constraint incident_tickets_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id),
  constraint incident_tickets_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE
);
CREATE INDEX incident_tickets_ticket ON incident_tickets USING btree (ticket_id);

create table incident_updates (
  id bigint not null generated always as identity,
  incident_id bigint not null,
  kind text not null,
  text text not null,
  at timestamp with time zone not null,
  person_id bigint not null,
  told_to bigint default 0,
  constraint incident_updates_pkey PRIMARY KEY (id),
  constraint incident_updates_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id),
  constraint incident_updates_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint incident_updates_kind_check CHECK ((kind = ANY (ARRAY['begin'::text, 'update'::text, 'end'::text])))
);
CREATE INDEX incident_updates_incident ON incident_updates USING btree (incident_id, id);
CREATE INDEX incident_updates_person ON incident_updates USING btree (person_id);
CREATE INDEX incident_updates_telling ON incident_updates USING btree (id) WHERE told_to IS NOT NULL;

create table incidents (
  id bigint not null generated always as identity,
  business_id bigint not null,
  title text not null,
  text text not null,
  topics text[] not null default '{}'::text[],
  everywhere boolean not null,
  since timestamp with time zone not null,
  until timestamp with time zone,
  created_at timestamp with time zone not null,
  created_by bigint not null,
  material_id bigint,
  restaurant_groups text[] not null default '{}'::text[],
  constraint incidents_pkey PRIMARY KEY (id),
  constraint incidents_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint incidents_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id),
  constraint incidents_material_id_fkey FOREIGN KEY (material_id) REFERENCES materials(id) ON DELETE SET NULL
);
CREATE INDEX incidents_business ON incidents USING btree (business_id, id);
CREATE INDEX incidents_created_by ON incidents USING btree (created_by);
CREATE INDEX incidents_material ON incidents USING btree (material_id);

create table installation_marks (
  name text not null,
  value text not null,
  created_at timestamp with time zone not null default now(),
  constraint installation_marks_pkey PRIMARY KEY (name)
);

create table invitations (
  id uuid not null default gen_random_uuid(),
  business_id bigint not null,
  person_id bigint not null,
  purpose text not null,
  key_hash bytea not null,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  restaurant_ids bigint[],
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_key_hash_key UNIQUE (key_hash),
  constraint invitations_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint invitations_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id),
  constraint invitations_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint invitations_purpose_check CHECK ((purpose = ANY (ARRAY['join'::text, 'password'::text])))
);
CREATE INDEX invitations_person ON invitations USING btree (person_id, created_at DESC);

create table job_runs (
  server_id uuid not null,
  job text not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  failed_at timestamp with time zone,
  failing_since timestamp with time zone,
  failures integer not null,
  failure text,
  due_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  constraint job_runs_pkey PRIMARY KEY (server_id, job)
);

create table join_requests (
  id bigint not null generated always as identity,
  business_id bigint not null,
  restaurant_id bigint not null,
  poster_id bigint not null,
  token_hash bytea not null,
  first_name text not null,
  last_name text,
  phone text not null,
  code_hash bytea,
  salt bytea,
  code_expires_at timestamp with time zone,
  wrong_tries integer not null default 0,
  state text not null default 'code'::text,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  decided_at timestamp with time zone,
  decided_by bigint,
  person_id bigint,
  constraint join_requests_pkey PRIMARY KEY (id),
  constraint join_requests_token_hash_key UNIQUE (token_hash),
  constraint join_requests_business_id_restaurant_id_fkey FOREIGN KEY (business_id, restaurant_id) REFERENCES restaurants(business_id, id),
  constraint join_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES people(id),
  constraint join_requests_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint join_requests_poster_id_fkey FOREIGN KEY (poster_id) REFERENCES posters(id),
  constraint join_requests_state_check CHECK ((state = ANY (ARRAY['code'::text, 'waiting'::text, 'replaced'::text, 'admitted'::text, 'refused'::text, 'joined'::text])))
);
CREATE INDEX join_requests_address ON join_requests USING btree (phone);
CREATE INDEX join_requests_age ON join_requests USING btree (created_at);
CREATE INDEX join_requests_person ON join_requests USING btree (person_id) WHERE person_id IS NOT NULL;
CREATE UNIQUE INDEX join_requests_phone ON join_requests USING btree (restaurant_id, phone) WHERE state = 'waiting'::text;
CREATE INDEX join_requests_waiting ON join_requests USING btree (business_id, id) WHERE state = 'waiting'::text;

create table knowledge_gap_voices (
  gap_id bigint not null,
  person_id bigint not null,
  text text,
  given_at timestamp with time zone not null default now(),
  constraint knowledge_gap_voices_pkey PRIMARY KEY (gap_id, person_id),
  constraint knowledge_gap_voices_gap_id_fkey FOREIGN KEY (gap_id) REFERENCES knowledge_gaps(id) ON DELETE CASCADE,
  constraint knowledge_gap_voices_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id)
);
CREATE INDEX knowledge_gap_voices_person ON knowledge_gap_voices USING btree (person_id);

create table knowledge_gaps (
  id bigint not null generated by default as identity,
  business_id bigint not null,
  kind text not null,
  query text,
  material_id bigint,
  people integer not null default 0,
  last_at timestamp with time zone not null default now(),
  closed_at timestamp with time zone,
  closed_by bigint,
  answer_id bigint,
  ticket_id bigint,
  constraint knowledge_gaps_pkey PRIMARY KEY (id),
  constraint knowledge_gaps_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES materials(id) ON DELETE SET NULL,
  constraint knowledge_gaps_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint knowledge_gaps_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES people(id),
  constraint knowledge_gaps_material_id_fkey FOREIGN KEY (material_id) REFERENCES materials(id) ON DELETE CASCADE,
  constraint knowledge_gaps_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE SET NULL,
  constraint knowledge_gaps_check CHECK ((((kind = 'search'::text) = (query IS NOT NULL)) AND ((kind = 'feedback'::text) = (material_id IS NOT NULL)))),
  constraint knowledge_gaps_kind_check CHECK ((kind = ANY (ARRAY['search'::text, 'feedback'::text, 'ticket'::text])))
);
CREATE INDEX knowledge_gaps_answer ON knowledge_gaps USING btree (answer_id) WHERE answer_id IS NOT NULL;
CREATE UNIQUE INDEX knowledge_gaps_material ON knowledge_gaps USING btree (material_id) WHERE kind = 'feedback'::text AND closed_at IS NULL;
CREATE UNIQUE INDEX knowledge_gaps_query ON knowledge_gaps USING btree (business_id, query) WHERE kind = 'search'::text AND closed_at IS NULL;
CREATE INDEX knowledge_gaps_queue ON knowledge_gaps USING btree (business_id, (closed_at IS NULL), last_at DESC, id DESC);
CREATE UNIQUE INDEX knowledge_gaps_ticket ON knowledge_gaps USING btree (ticket_id) WHERE ticket_id IS NOT NULL;

create table knowledge_imports (
  id uuid not null default gen_random_uuid(),
  business_id bigint not null,
  created_by bigint not null,
  file_name text not null,
  file_key text not null,
  state text not null default 'checking'::text,
  problem text,
  added integer not null default 0,
  changed integer not null default 0,
  same integer not null default 0,
  remarks jsonb not null default '[]'::jsonb,
  due_at timestamp with time zone,
  attempts integer not null default 0,
  run_by jsonb,
  created_at timestamp with time zone not null,
  constraint knowledge_imports_pkey PRIMARY KEY (id),
  constraint knowledge_imports_file_key_key UNIQUE (file_key),
  constraint knowledge_imports_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint knowledge_imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id),
  constraint knowledge_imports_file_key_fkey FOREIGN KEY (file_key) REFERENCES stored_files(key),
  constraint knowledge_imports_state_check CHECK ((state = ANY (ARRAY['checking'::text, 'checked'::text, 'running'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX knowledge_imports_age ON knowledge_imports USING btree (created_at);
CREATE INDEX knowledge_imports_business ON knowledge_imports USING btree (business_id);
CREATE INDEX knowledge_imports_created_by ON knowledge_imports USING btree (created_by);
CREATE INDEX knowledge_imports_due ON knowledge_imports USING btree (due_at) WHERE due_at IS NOT NULL;

create table knowledge_state (
  business_id bigint not null,
  revision bigint not null default 1,
  constraint knowledge_state_pkey PRIMARY KEY (business_id),
  constraint knowledge_state_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);

create table macro_runs (
  id bigint not null generated always as identity,
  person_id bigint not null,
  business_ids bigint[] not null,
  name text not null,
  acts jsonb not null,
  tickets jsonb not null,
  results jsonb not null default '[]'::jsonb,
  state text not null default 'waiting'::text,
  due_at timestamp with time zone not null,
  leased_until timestamp with time zone,
  constraint macro_runs_pkey PRIMARY KEY (id),
  constraint macro_runs_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint macro_runs_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'undone'::text, 'running'::text, 'done'::text])))
);
CREATE INDEX macro_runs_due ON macro_runs USING btree (due_at) WHERE state = ANY (ARRAY['waiting'::text, 'running'::text]);
CREATE INDEX macro_runs_person ON macro_runs USING btree (person_id);

create table macros (
  id bigint not null generated always as identity,
  business_id bigint not null,
  name text not null,
  acts jsonb not null,
  version integer not null default 1,
  constraint macros_pkey PRIMARY KEY (id),
  constraint macros_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);
CREATE UNIQUE INDEX macros_name ON macros USING btree (business_id, lower(name));

create table material_audiences (
  material_id bigint not null,
  business_id bigint not null,
  roles text[] not null,
  restaurant_ids bigint[] not null,
  groups text[] not null,
  constraint material_audiences_pkey PRIMARY KEY (material_id),
  constraint material_audiences_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint material_audiences_material_id_fkey FOREIGN KEY (material_id) REFERENCES materials(id) ON DELETE CASCADE
);
CREATE INDEX material_audiences_business ON material_audiences USING btree (business_id);

create table material_care (
  material_id bigint not null,
  owner_id bigint,
  check_on date,
  check_months smallint,
  checked_at timestamp with time zone,
  checked_by bigint,
  told_of date,
  constraint material_care_pkey PRIMARY KEY (material_id),
  constraint material_care_checked_by_fkey FOREIGN KEY (checked_by) REFERENCES people(id),
  constraint material_care_material_id_fkey FOREIGN KEY (material_id) REFERENCES materials(id) ON DELETE CASCADE,
  constraint material_care_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES people(id),
  constraint material_care_check_months_check CHECK (((check_months >= 1) AND (check_months <= 24)))
);
CREATE INDEX material_care_checked_by ON material_care USING btree (checked_by) WHERE checked_by IS NOT NULL;
CREATE INDEX material_care_owner ON material_care USING btree (owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX material_care_untold ON material_care USING btree (check_on) WHERE check_on IS NOT NULL AND told_of IS DISTINCT FROM check_on;

create table material_drafts (
  material_id bigint not null,
  title text not null,
  content text not null,
  cover_id uuid,
  file_ids uuid[] not null default '{}'::uuid[],
  constraint material_drafts_pkey PRIMARY KEY (material_id),
  constraint material_drafts_material_id_fkey FOREIGN KEY (material_id) REFERENCES materials(id) ON DELETE CASCADE
);

create table material_feedback (
  material_id bigint not null,
  person_id bigint not null,
  helpful boolean not null,
  given_at timestamp with time zone not null default now(),
  constraint material_feedback_pkey PRIMARY KEY (material_id, person_id),
  constraint material_feedback_material_id_fkey FOREIGN KEY (material_id) REFERENCES materials(id) ON DELETE CASCADE,
  constraint material_feedback_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id)
);
CREATE INDEX material_feedback_person ON material_feedback USING btree (person_id);

create table material_files (
  id uuid not null default gen_random_uuid(),
  material_id bigint not null,
  kind text not null,
  file_key text not null,
  file_name text not null,
  content_type text not null,
  size bigint not null,
  width integer,
  height integer,
  created_at timestamp with time zone not null default now(),
  constraint material_files_pkey PRIMARY KEY (id),
  constraint material_files_file_key_fkey FOREIGN KEY (file_key) REFERENCES stored_files(key),
  constraint material_files_material_id_fkey FOREIGN KEY (material_id) REFERENCES materials(id),
  constraint material_files_kind_check CHECK ((kind = ANY (ARRAY['file'::text, 'picture'::text, 'cover'::text])))
);
CREATE INDEX material_files_key ON material_files USING btree (file_key);
CREATE INDEX material_files_material ON material_files USING btree (material_id);

create table material_reviews (
  material_id bigint not null,
  title text not null,
  content text not null,
  cover_id uuid,
  file_ids uuid[] not null,
  publish_at timestamp with time zone,
  person_id bigint not null,
  wrote_id bigint,
  asked_at timestamp with time zone not null,
  returned_at timestamp with time zone,
  returned_by bigint,
  word text,
  constraint material_reviews_pkey PRIMARY KEY (material_id),
  constraint material_reviews_material_id_fkey FOREIGN KEY (material_id) REFERENCES materials(id) ON DELETE CASCADE,
  constraint material_reviews_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint material_reviews_returned_by_fkey FOREIGN KEY (returned_by) REFERENCES people(id),
  constraint material_reviews_wrote_id_fkey FOREIGN KEY (wrote_id) REFERENCES people(id)
);
CREATE INDEX material_reviews_person ON material_reviews USING btree (person_id);
CREATE INDEX material_reviews_returned_by ON material_reviews USING btree (returned_by) WHERE returned_by IS NOT NULL;
CREATE INDEX material_reviews_wrote ON material_reviews USING btree (wrote_id) WHERE wrote_id IS NOT NULL;

create table material_schedules (
  material_id bigint not null,
  publish_at timestamp with time zone not null,
  title text not null,
  content text not null,
  cover_id uuid,
  file_ids uuid[] not null,
  person_id bigint not null,
  created_at timestamp with time zone not null,
  constraint material_schedules_pkey PRIMARY KEY (material_id),
  constraint material_schedules_material_id_fkey FOREIGN KEY (material_id) REFERENCES materials(id) ON DELETE CASCADE,
  constraint material_schedules_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id)
);
CREATE INDEX material_schedules_due ON material_schedules USING btree (publish_at);
CREATE INDEX material_schedules_person ON material_schedules USING btree (person_id);

create table material_versions (
  material_id bigint not null,
  number integer not null,
  title text not null,
  content text not null,
  cover_id uuid,
  file_ids uuid[] not null default '{}'::uuid[],
  published_at timestamp with time zone not null,
  published_by bigint,
  constraint material_versions_pkey PRIMARY KEY (material_id, number),
  constraint material_versions_material_id_fkey FOREIGN KEY (material_id) REFERENCES materials(id) ON DELETE CASCADE,
  constraint material_versions_published_by_fkey FOREIGN KEY (published_by) REFERENCES people(id)
);
CREATE INDEX material_versions_published_by ON material_versions USING btree (published_by) WHERE published_by IS NOT NULL;

create table materials (
  id bigint not null generated by default as identity,
  business_id bigint not null,
  subcategory_id bigint not null,
  slug text not null,
  "position" integer not null,
  title text not null,
  content text not null default ''::text,
  plain_text text not null default ''::text,
  headings text not null default ''::text,
  cover_id uuid,
  file_ids uuid[] not null default '{}'::uuid[],
  faq_position integer,
  published_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  revision integer not null default 1,
  edited_at timestamp with time zone not null default now(),
  edited_by bigint,
  also_asked text[] not null default '{}'::text[],
  constraint materials_pkey PRIMARY KEY (id),
  constraint materials_business_id_slug_key UNIQUE (business_id, slug),
  constraint materials_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint materials_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES people(id),
  constraint materials_subcategory_id_fkey FOREIGN KEY (subcategory_id) REFERENCES subcategories(id)
);
CREATE INDEX materials_edited_by ON materials USING btree (edited_by) WHERE edited_by IS NOT NULL;
CREATE INDEX materials_faq ON materials USING btree (business_id, faq_position, id) WHERE faq_position IS NOT NULL;
CREATE INDEX materials_order ON materials USING btree (subcategory_id, "position", id);

create table memberships (
  person_id bigint not null,
  restaurant_id bigint not null,
  created_at timestamp with time zone not null default now(),
  role text not null default 'staff'::text,
  business_id bigint not null,
  state text not null,
  sort_name text not null,
  constraint memberships_pkey PRIMARY KEY (person_id, restaurant_id),
  constraint memberships_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint memberships_restaurant_id_fkey FOREIGN KEY (restaurant_id) REFERENCES restaurants(id),
  constraint memberships_role_check CHECK ((role = ANY (ARRAY['staff'::text, 'manager'::text])))
);
CREATE INDEX memberships_people ON memberships USING btree (restaurant_id, role, state, sort_name COLLATE "C", person_id);
CREATE INDEX memberships_roles ON memberships USING btree (business_id, role, state, sort_name COLLATE "C", person_id);
CREATE TRIGGER take_person BEFORE INSERT ON memberships FOR EACH ROW EXECUTE FUNCTION take_person();

create table message_words (
  message_id bigint not null,
  words tsvector not null,
  marks text[] not null,
  constraint message_words_pkey PRIMARY KEY (message_id),
  constraint message_words_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE
);
CREATE INDEX message_words_find ON message_words USING gin (words, marks) WITH (fastupdate=off);

create table message_words_fill (
  last_id bigint not null
);

create table messages (
  id bigint not null generated by default as identity,
  ticket_id bigint not null,
  "position" integer not null,
  author_id bigint not null,
  from_support boolean not null,
  text text not null,
  created_at timestamp with time zone not null,
  mark text,
  is_automatic boolean not null default false,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_ticket_id_position_key UNIQUE (ticket_id, "position"),
  constraint messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES people(id),
  constraint messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id)
);
CREATE INDEX messages_author ON messages USING btree (author_id, id);
CREATE TRIGGER read_changed_message AFTER UPDATE OF text ON messages FOR EACH ROW WHEN (old.text <> new.text) EXECUTE FUNCTION read_changed_message();
CREATE TRIGGER read_new_messages AFTER INSERT ON messages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION read_new_messages();

create table note_files (
  id uuid not null default gen_random_uuid(),
  note_id bigint not null,
  place integer not null,
  file_key text not null,
  file_name text not null,
  content_type text not null,
  size bigint not null,
  constraint note_files_pkey PRIMARY KEY (id),
  constraint note_files_file_key_key UNIQUE (file_key),
  constraint note_files_note_id_place_key UNIQUE (note_id, place),
  constraint note_files_file_key_fkey FOREIGN KEY (file_key) REFERENCES stored_files(key),
  constraint note_files_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id)
);

create table note_mentions (
  note_id bigint not null,
  person_id bigint not null,
  constraint note_mentions_pkey PRIMARY KEY (note_id, person_id),
  constraint note_mentions_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id),
  constraint note_mentions_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id)
);
CREATE INDEX note_mentions_person ON note_mentions USING btree (person_id);

create table notes (
  id bigint not null generated always as identity,
  ticket_id bigint not null,
  author_id bigint not null,
  text text not null,
  created_at timestamp with time zone not null,
  constraint notes_pkey PRIMARY KEY (id),
  constraint notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES people(id),
  constraint notes_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id)
);
CREATE INDEX notes_ticket ON notes USING btree (ticket_id, id DESC);

create table notice_choices (
  person_id bigint not null,
  restaurant_id bigint not null,
  answers boolean not null default true,
  closings boolean not null default true,
  all_tickets boolean not null default false,
  by_mail_since timestamp with time zone,
  quiet_from smallint,
  quiet_to smallint,
  handovers boolean not null default true,
  constraint notice_choices_pkey PRIMARY KEY (person_id, restaurant_id),
  constraint notice_choices_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint notice_choices_restaurant_id_fkey FOREIGN KEY (restaurant_id) REFERENCES restaurants(id),
  constraint notice_choices_check CHECK (((quiet_from IS NULL) = (quiet_to IS NULL))),
  constraint notice_choices_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 1439))),
  constraint notice_choices_quiet_to_check CHECK (((quiet_to >= 0) AND (quiet_to <= 1439)))
);
CREATE INDEX notice_choices_mail ON notice_choices USING btree (restaurant_id) WHERE by_mail_since IS NOT NULL;

create table notice_cursors (
  business_id bigint not null,
  seen bigint not null default 0,
  constraint notice_cursors_pkey PRIMARY KEY (business_id),
  constraint notice_cursors_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);

create table notices (
  id bigint not null generated always as identity,
  person_id bigint not null,
  session_id uuid,
  ticket_id bigint,
  kind text not null,
  message_id bigint,
  event_id bigint not null,
  due_at timestamp with time zone,
  attempts integer not null default 0,
  sent_at timestamp with time zone,
  handover_id bigint,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_one UNIQUE NULLS NOT DISTINCT (person_id, ticket_id, handover_id, session_id),
  constraint notices_handover_id_fkey FOREIGN KEY (handover_id) REFERENCES handovers(id) ON DELETE CASCADE,
  constraint notices_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id),
  constraint notices_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint notices_session_id_fkey FOREIGN KEY (session_id) REFERENCES push_subscriptions(session_id) ON DELETE CASCADE,
  constraint notices_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id),
  constraint notices_about_check CHECK (((ticket_id IS NULL) <> (handover_id IS NULL))),
  constraint notices_kind_check CHECK ((kind = ANY (ARRAY['answer'::text, 'closing'::text, 'handover'::text, 'read'::text])))
);
CREATE INDEX notices_due ON notices USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX notices_handover ON notices USING btree (handover_id);
CREATE INDEX notices_message ON notices USING btree (message_id);
CREATE INDEX notices_session ON notices USING btree (session_id);
CREATE INDEX notices_ticket ON notices USING btree (ticket_id);

create table operators (
  person_id bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint operators_pkey PRIMARY KEY (person_id),
  constraint operators_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id)
);

create table outbox (
  id bigint not null generated always as identity,
  channel text not null,
  to_address text not null,
  sealed bytea not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  last_error text,
  person_id bigint,
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text])))
);
CREATE INDEX outbox_age ON outbox USING btree (created_at);
CREATE INDEX outbox_due ON outbox USING btree (next_attempt_at) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX outbox_person ON outbox USING btree (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX outbox_to ON outbox USING btree (to_address, id DESC);

create table passkey_challenges (
  bound_to bytea not null,
  purpose text not null,
  challenge text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (bound_to, purpose),
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'own'::text, 'new'::text])))
);
CREATE INDEX passkey_challenges_expiry ON passkey_challenges USING btree (expires_at);

create table passkeys (
  id bigint not null generated always as identity,
  person_id bigint not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  synced boolean not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  is_step boolean not null default true,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id)
);
CREATE INDEX passkeys_person ON passkeys USING btree (person_id, id);

create table people (
  id bigint not null generated by default as identity,
  business_id bigint not null,
  subject text not null default (gen_random_uuid())::text,
  email text,
  email_verified_at timestamp with time zone,
  phone text,
  phone_verified_at timestamp with time zone,
  first_name text,
  last_name text,
  country_code text,
  region text,
  image_key text,
  password_hash text,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  joined_at timestamp with time zone default now(),
  sort_name text generated always as (translate(lower(((COALESCE(last_name, ''::text) || ' '::text) || COALESCE(first_name, ''::text))), 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЎҚҒҲ'::text, 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяўқғҳ'::text)) stored,
  find_text text generated always as (translate(lower(((((((((COALESCE(last_name, ''::text) || ' '::text) || COALESCE(first_name, ''::text)) || ' '::text) || COALESCE(last_name, ''::text)) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(phone, ''::text))), 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЎҚҒҲ'::text, 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяўқғҳ'::text)) stored,
  erased_at timestamp with time zone,
  notices_asked_at timestamp with time zone,
  state text not null generated always as (
CASE
    WHEN (disabled_at IS NOT NULL) THEN 'disabled'::text
    WHEN (joined_at IS NULL) THEN 'invited'::text
    ELSE 'active'::text
END) stored,
  constraint people_pkey PRIMARY KEY (id),
  constraint people_subject_key UNIQUE (subject),
  constraint people_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint people_country_code_check CHECK ((country_code ~ '^[A-Z]{2}$'::text)),
  constraint people_phone_check CHECK ((phone ~ '^\+[1-9][0-9]{5,14}$'::text))
);
CREATE UNIQUE INDEX people_email ON people USING btree (lower(email));
CREATE INDEX people_find ON people USING gin (find_text gin_trgm_ops);
CREATE INDEX people_list ON people USING btree (business_id, sort_name COLLATE "C", id);
CREATE UNIQUE INDEX people_phone ON people USING btree (phone);
CREATE INDEX people_phone_end ON people USING btree (reverse(phone) COLLATE "C");
CREATE INDEX people_states ON people USING btree (business_id, state, sort_name COLLATE "C", id);
CREATE TRIGGER give_person AFTER UPDATE ON people FOR EACH ROW WHEN (old.state <> new.state OR old.sort_name <> new.sort_name) EXECUTE FUNCTION give_person();

create table people_import_rows (
  import_id uuid not null,
  line integer not null,
  cells jsonb not null,
  fate text not null,
  says text not null,
  done boolean not null default false,
  constraint people_import_rows_pkey PRIMARY KEY (import_id, line),
  constraint people_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES people_imports(id) ON DELETE CASCADE,
  constraint people_import_rows_fate_check CHECK ((fate = ANY (ARRAY['add'::text, 'change'::text, 'same'::text, 'bad'::text])))
);
CREATE INDEX people_import_rows_email ON people_import_rows USING hash (lower(btrim(cells ->> 'email'::text)));
CREATE INDEX people_import_rows_phone ON people_import_rows USING hash ("right"(regexp_replace(cells ->> 'phone'::text, '\D'::text, ''::text, 'g'::text), 9));

create table people_imports (
  id uuid not null default gen_random_uuid(),
  business_id bigint not null,
  created_by bigint not null,
  file_name text not null,
  state text not null default 'checked'::text,
  send text not null default 'link'::text,
  created_at timestamp with time zone not null default now(),
  touched_at timestamp with time zone not null default now(),
  run_by jsonb,
  ignored_columns text[] not null default '{}'::text[],
  constraint people_imports_pkey PRIMARY KEY (id),
  constraint people_imports_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint people_imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id),
  constraint people_imports_send_check CHECK ((send = ANY (ARRAY['link'::text, 'email'::text]))),
  constraint people_imports_state_check CHECK ((state = ANY (ARRAY['checked'::text, 'running'::text, 'done'::text])))
);
CREATE INDEX people_imports_business ON people_imports USING btree (business_id, created_at);
CREATE INDEX people_imports_keeper ON people_imports USING btree (created_by, created_at);
CREATE INDEX people_imports_running ON people_imports USING btree (touched_at) WHERE state = 'running'::text;

create table person_identities (
  provider_id bigint not null,
  subject text not null,
  person_id bigint not null,
  linked_at timestamp with time zone not null,
  constraint person_identities_pkey PRIMARY KEY (provider_id, subject),
  constraint person_identities_person_id_provider_id_key UNIQUE (person_id, provider_id),
  constraint person_identities_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint person_identities_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_providers(id) ON DELETE CASCADE
);

create table posters (
  id bigint not null generated always as identity,
  business_id bigint not null,
  restaurant_id bigint not null,
  created_by bigint,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint posters_pkey PRIMARY KEY (id),
  constraint posters_business_id_restaurant_id_fkey FOREIGN KEY (business_id, restaurant_id) REFERENCES restaurants(business_id, id),
  constraint posters_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id)
);
CREATE UNIQUE INDEX posters_open ON posters USING btree (restaurant_id) WHERE revoked_at IS NULL;

create table provider_attempts (
  state_hash bytea not null,
  browser_hash bytea not null,
  provider_id bigint not null,
  sealed bytea not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  person_id bigint,
  constraint provider_attempts_pkey PRIMARY KEY (state_hash),
  constraint provider_attempts_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint provider_attempts_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_providers(id) ON DELETE CASCADE
);
CREATE INDEX provider_attempts_expiry ON provider_attempts USING btree (expires_at);
CREATE INDEX provider_attempts_person ON provider_attempts USING btree (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX provider_attempts_provider ON provider_attempts USING btree (provider_id);

create table provider_codes (
  code_hash bytea not null,
  brought_at timestamp with time zone not null,
  constraint provider_codes_pkey PRIMARY KEY (code_hash)
);
CREATE INDEX provider_codes_brought ON provider_codes USING btree (brought_at);

create table push_subscriptions (
  session_id uuid not null,
  person_id bigint not null,
  endpoint_hash bytea not null,
  sealed bytea not null,
  shows_text boolean not null default false,
  created_at timestamp with time zone not null,
  constraint push_subscriptions_pkey PRIMARY KEY (session_id),
  constraint push_subscriptions_endpoint_hash_key UNIQUE (endpoint_hash),
  constraint push_subscriptions_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX push_subscriptions_person ON push_subscriptions USING btree (person_id);

create table quality_draws (
  business_id bigint not null,
  week date not null,
  constraint quality_draws_pkey PRIMARY KEY (business_id, week),
  constraint quality_draws_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);

create table quality_reviews (
  id bigint not null generated always as identity,
  business_id bigint not null,
  ticket_id bigint not null,
  week date not null,
  reason text not null,
  reviewer_id bigint,
  reviewed_at timestamp with time zone,
  answers smallint[],
  note text,
  constraint quality_reviews_pkey PRIMARY KEY (id),
  constraint quality_reviews_ticket_id_key UNIQUE (ticket_id),
  constraint quality_reviews_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint quality_reviews_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES people(id),
  constraint quality_reviews_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  constraint quality_reviews_check CHECK (((reviewed_at IS NULL) = (answers IS NULL))),
  constraint quality_reviews_reason_check CHECK ((reason = ANY (ARRAY['sample'::text, 'bad'::text])))
);
CREATE INDEX quality_reviews_done ON quality_reviews USING btree (business_id, reviewed_at) WHERE reviewed_at IS NOT NULL;
CREATE INDEX quality_reviews_reviewer ON quality_reviews USING btree (reviewer_id, id) WHERE reviewer_id IS NOT NULL;
CREATE INDEX quality_reviews_waiting ON quality_reviews USING btree (business_id, id) WHERE reviewed_at IS NULL;

create table rate_counters (
  kind text not null,
  subject text not null,
  window_start timestamp with time zone not null,
  used bigint not null,
  constraint rate_counters_pkey PRIMARY KEY (kind, subject, window_start)
);
CREATE INDEX rate_counters_window ON rate_counters USING btree (window_start);

create table recovery_codes (
  person_id bigint not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (person_id, code_hash),
  constraint recovery_codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id)
);

create table renewals (
  token_hash bytea not null,
  session_id uuid not null,
  issued_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  constraint renewals_pkey PRIMARY KEY (token_hash),
  constraint renewals_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id)
);
CREATE INDEX renewals_session ON renewals USING btree (session_id);

create table restaurant_notes (
  restaurant_id bigint not null,
  text text not null,
  version integer not null,
  changed_by bigint not null,
  changed_at timestamp with time zone not null,
  constraint restaurant_notes_pkey PRIMARY KEY (restaurant_id),
  constraint restaurant_notes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES people(id),
  constraint restaurant_notes_restaurant_id_fkey FOREIGN KEY (restaurant_id) REFERENCES restaurants(id)
);

create table restaurants (
  id bigint not null generated by default as identity,
  business_id bigint not null,
  name text not null,
  timezone text not null default 'Asia/Tashkent'::text,
  created_at timestamp with time zone not null default now(),
  archived_at timestamp with time zone,
  hours text[],
  city text,
  chain text,
  groups text[] not null default '{}'::text[],
  constraint restaurants_pkey PRIMARY KEY (id),
  constraint restaurants_business_id_id_key UNIQUE (business_id, id),
  constraint restaurants_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint restaurants_hours_check CHECK ((cardinality(hours) = 7))
);
CREATE INDEX restaurants_list ON restaurants USING btree (business_id, (archived_at IS NOT NULL), regexp_replace(regexp_replace(translate(lower(name), 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЎҚҒҲё'::text, 'абвгдеежзийклмнопрстуфхцчшщъыьэюяўқғҳе'::text), '(\d+)'::text, '00000000\1'::text, 'g'::text), '\d*(\d{8})'::text, '\1'::text, 'g'::text) COLLATE "C", id);

create table reverts (
  token_hash bytea not null,
  person_id bigint not null,
  kind text not null,
  old_value text,
  old_verified_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  id bigint not null generated always as identity,
  session_id uuid,
  constraint reverts_pkey PRIMARY KEY (token_hash),
  constraint reverts_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint reverts_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'phone'::text, 'password'::text])))
);
CREATE INDEX reverts_person ON reverts USING btree (person_id, id);

create table rule_cursors (
  business_id bigint not null,
  seen bigint not null,
  leased_until timestamp with time zone,
  constraint rule_cursors_pkey PRIMARY KEY (business_id)
);

create table rule_firings (
  rule_id uuid not null,
  ticket_id bigint not null,
  about text not null,
  business_id bigint not null,
  name text not null,
  at timestamp with time zone not null,
  fate text not null,
  has_answered boolean not null,
  constraint rule_firings_pkey PRIMARY KEY (ticket_id, rule_id, about),
  constraint rule_firings_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE
);
CREATE INDEX rule_firings_newest ON rule_firings USING btree (business_id, at DESC);

create table rule_sets (
  business_id bigint not null,
  version bigint not null default 0,
  rules jsonb not null default '[]'::jsonb,
  author_id bigint,
  constraint rule_sets_pkey PRIMARY KEY (business_id),
  constraint rule_sets_author_id_fkey FOREIGN KEY (author_id) REFERENCES people(id),
  constraint rule_sets_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);
CREATE INDEX rule_sets_author ON rule_sets USING btree (author_id) WHERE author_id IS NOT NULL;

create table rule_waits (
  rule_id uuid not null,
  business_id bigint not null,
  seen timestamp with time zone not null,
  seen_id bigint not null,
  constraint rule_waits_pkey PRIMARY KEY (rule_id)
);

create table saved_views (
  id bigint not null generated always as identity,
  business_id bigint not null,
  author_id bigint not null,
  is_shared boolean not null,
  name text not null,
  filters jsonb not null,
  "position" integer not null,
  version integer not null default 1,
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_author_id_fkey FOREIGN KEY (author_id) REFERENCES people(id),
  constraint saved_views_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);
CREATE INDEX saved_views_own ON saved_views USING btree (author_id, "position", id) WHERE NOT is_shared;
CREATE UNIQUE INDEX saved_views_own_name ON saved_views USING btree (business_id, author_id, lower(name)) WHERE NOT is_shared;
CREATE INDEX saved_views_shared ON saved_views USING btree (business_id, "position", id) WHERE is_shared;
CREATE UNIQUE INDEX saved_views_shared_name ON saved_views USING btree (business_id, lower(name)) WHERE is_shared;

create table schema_changes (
  id integer not null,
  name text not null,
  checksum text not null,
  steps integer not null,
  begun_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  oldest_release text,
  constraint schema_changes_pkey PRIMARY KEY (id)
);

create table schema_migrations (
  id integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migrations_pkey PRIMARY KEY (id)
);

create table scim_group_members (
  group_id uuid not null,
  person_id bigint not null,
  constraint scim_group_members_pkey PRIMARY KEY (group_id, person_id),
  constraint scim_group_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES scim_groups(id) ON DELETE CASCADE,
  constraint scim_group_members_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id)
);
CREATE INDEX scim_group_members_person ON scim_group_members USING btree (person_id);

create table scim_groups (
  id uuid not null default gen_random_uuid(),
  business_id bigint not null,
  external_id text,
  display_name text not null,
  restaurant_id bigint,
  created_at timestamp with time zone not null default now(),
  constraint scim_groups_pkey PRIMARY KEY (id),
  constraint scim_groups_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint scim_groups_business_id_restaurant_id_fkey FOREIGN KEY (business_id, restaurant_id) REFERENCES restaurants(business_id, id)
);
CREATE UNIQUE INDEX scim_groups_external ON scim_groups USING btree (business_id, external_id) WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX scim_groups_name ON scim_groups USING btree (business_id, lower(display_name));

create table scim_people (
  person_id bigint not null,
  business_id bigint not null,
  external_id text,
  deleted_at timestamp with time zone,
  constraint scim_people_pkey PRIMARY KEY (person_id),
  constraint scim_people_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint scim_people_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id)
);
CREATE UNIQUE INDEX scim_people_external ON scim_people USING btree (business_id, external_id) WHERE external_id IS NOT NULL AND deleted_at IS NULL;

create table sealed_keys (
  name text not null,
  sealed bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint sealed_keys_pkey PRIMARY KEY (name)
);

create table search_forgetting (
  business_id bigint not null,
  word text not null,
  constraint search_forgetting_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);
CREATE INDEX search_forgetting_word ON search_forgetting USING btree (business_id, word COLLATE "C");

create table search_vocabulary (
  business_id bigint not null,
  word text not null,
  constraint search_vocabulary_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);
CREATE INDEX search_vocabulary_letters ON search_vocabulary USING gin (search_letters(word) gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX search_vocabulary_slips ON search_vocabulary USING gin (search_slips(word)) WITH (fastupdate=off) WHERE length(word) <= 16;
CREATE INDEX search_vocabulary_word ON search_vocabulary USING btree (business_id, word COLLATE "C");

create table sections (
  id bigint not null generated by default as identity,
  business_id bigint not null,
  name text not null,
  "position" integer not null,
  slug text not null,
  constraint sections_pkey PRIMARY KEY (id),
  constraint sections_business_id_id_key UNIQUE (business_id, id),
  constraint sections_business_id_slug_key UNIQUE (business_id, slug),
  constraint sections_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);
CREATE INDEX sections_order ON sections USING btree (business_id, "position", id);

create table seeds (
  name text not null,
  started_at timestamp with time zone not null default now(),
  done_at timestamp with time zone,
  constraint seeds_pkey PRIMARY KEY (name)
);

create table service_cursors (
  business_id bigint not null,
  seen bigint not null default 0,
  version_id bigint,
  walked_to bigint,
  constraint service_cursors_pkey PRIMARY KEY (business_id),
  constraint service_cursors_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);

create table service_news (
  ticket_id bigint not null,
  business_id bigint not null,
  level text not null,
  constraint service_news_pkey PRIMARY KEY (ticket_id),
  constraint service_news_level_check CHECK ((level = ANY (ARRAY['set'::text, 'soon'::text, 'late'::text])))
);

create table service_promises (
  business_id bigint not null,
  due_at timestamp with time zone not null,
  counted_at timestamp with time zone,
  zone text,
  hours jsonb not null default '[]'::jsonb,
  constraint service_promises_pkey PRIMARY KEY (business_id),
  constraint service_promises_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);
CREATE INDEX service_promises_due ON service_promises USING btree (due_at);

create table service_versions (
  id bigint not null generated always as identity,
  business_id bigint not null,
  valid_from timestamp with time zone not null,
  targets jsonb not null,
  shifts jsonb not null,
  usual_week jsonb not null,
  days_off jsonb not null,
  group_members jsonb,
  constraint service_versions_pkey PRIMARY KEY (id),
  constraint service_versions_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);
CREATE INDEX service_versions_business ON service_versions USING btree (business_id, id);

create table sessions (
  id uuid not null default gen_random_uuid(),
  person_id bigint not null,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text,
  user_agent text,
  ip text,
  confirmed_at timestamp with time zone,
  second_step_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id)
);
CREATE INDEX sessions_all_of_person ON sessions USING btree (person_id);
CREATE INDEX sessions_person ON sessions USING btree (person_id, created_at) WHERE ended_at IS NULL;

create table setup_keys (
  key_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint setup_keys_pkey PRIMARY KEY (key_hash)
);

create table shifts (
  id bigint not null generated always as identity,
  restaurant_id bigint not null,
  person_id bigint not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint shifts_pkey PRIMARY KEY (id),
  constraint shifts_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint shifts_restaurant_id_fkey FOREIGN KEY (restaurant_id) REFERENCES restaurants(id),
  constraint shifts_check CHECK ((ended_at >= began_at))
);
CREATE INDEX shifts_age ON shifts USING btree (ended_at) WHERE ended_at IS NOT NULL;
CREATE UNIQUE INDEX shifts_on ON shifts USING btree (restaurant_id, person_id) WHERE ended_at IS NULL;
CREATE INDEX shifts_person ON shifts USING btree (person_id);

create table signal_cursors (
  business_id bigint not null,
  seen bigint not null default 0,
  constraint signal_cursors_pkey PRIMARY KEY (business_id),
  constraint signal_cursors_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);

create table signal_devices (
  session_id uuid not null,
  person_id bigint not null,
  endpoint_hash bytea not null,
  sealed bytea not null,
  sound boolean not null,
  nobodys_after smallint not null,
  quiet_from smallint,
  quiet_to smallint,
  timezone text not null,
  created_at timestamp with time zone not null,
  constraint signal_devices_pkey PRIMARY KEY (session_id),
  constraint signal_devices_endpoint_hash_key UNIQUE (endpoint_hash),
  constraint signal_devices_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint signal_devices_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint signal_devices_check CHECK (((quiet_from IS NULL) = (quiet_to IS NULL))),
  constraint signal_devices_nobodys_after_check CHECK (((nobodys_after >= 0) AND (nobodys_after <= 600))),
  constraint signal_devices_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 1439))),
  constraint signal_devices_quiet_to_check CHECK (((quiet_to >= 0) AND (quiet_to <= 1439)))
);
CREATE INDEX signal_devices_person ON signal_devices USING btree (person_id);

create table signals (
  id bigint not null generated always as identity,
  session_id uuid not null,
  kind text not null,
  ticket_id bigint,
  message_id bigint,
  note_id bigint,
  event text not null,
  amount integer not null default 1,
  since timestamp with time zone,
  due_at timestamp with time zone,
  attempts integer not null default 0,
  sent_at timestamp with time zone,
  material_id bigint,
  word text,
  constraint signals_pkey PRIMARY KEY (id),
  constraint signals_session_id_kind_ticket_id_key UNIQUE (session_id, kind, ticket_id),
  constraint signals_material_id_fkey FOREIGN KEY (material_id) REFERENCES materials(id) ON DELETE CASCADE,
  constraint signals_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE SET NULL,
  constraint signals_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id) ON DELETE SET NULL,
  constraint signals_session_id_fkey FOREIGN KEY (session_id) REFERENCES signal_devices(session_id) ON DELETE CASCADE,
  constraint signals_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  constraint signals_about_check CHECK (((ticket_id IS NULL) <> (material_id IS NULL))),
  constraint signals_kind_check CHECK ((kind = ANY (ARRAY['wrote'::text, 'given'::text, 'mention'::text, 'nobodys'::text, 'soon'::text, 'late'::text, 'review'::text, 'reviewed'::text, 'due'::text])))
);
CREATE INDEX signals_age ON signals USING btree (sent_at) WHERE due_at IS NULL;
CREATE INDEX signals_due ON signals USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE UNIQUE INDEX signals_material ON signals USING btree (material_id, session_id, kind) WHERE material_id IS NOT NULL;
CREATE INDEX signals_message ON signals USING btree (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX signals_note ON signals USING btree (note_id) WHERE note_id IS NOT NULL;
CREATE INDEX signals_ticket ON signals USING btree (ticket_id);

create table stored_files (
  key text not null,
  size bigint not null,
  sha256 bytea not null,
  created_at timestamp with time zone not null default now(),
  attached_at timestamp with time zone,
  removing_at timestamp with time zone,
  scan text,
  scan_due_at timestamp with time zone,
  constraint stored_files_pkey PRIMARY KEY (key)
);
CREATE INDEX stored_files_scan ON stored_files USING btree (scan, created_at) WHERE scan IS NOT NULL;
CREATE INDEX stored_files_unattached ON stored_files USING btree (created_at) WHERE attached_at IS NULL;

create table subcategories (
  id bigint not null generated by default as identity,
  section_id bigint not null,
  name text not null,
  "position" integer not null,
  slug text not null,
  constraint subcategories_pkey PRIMARY KEY (id),
  constraint subcategories_section_id_slug_key UNIQUE (section_id, slug),
  constraint subcategories_section_id_fkey FOREIGN KEY (section_id) REFERENCES sections(id)
);
CREATE INDEX subcategories_order ON subcategories USING btree (section_id, "position", id);

create table synonyms (
  id bigint not null generated by default as identity,
  business_id bigint not null,
  words text[] not null,
  constraint synonyms_pkey PRIMARY KEY (id),
  constraint synonyms_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);
CREATE INDEX synonyms_business ON synonyms USING btree (business_id, id);

create table tags (
  business_id bigint not null,
  name text not null,
  constraint tags_pkey PRIMARY KEY (business_id, name),
  constraint tags_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);

create table thesaurus_off (
  business_id bigint not null,
  group_id text not null,
  constraint thesaurus_off_pkey PRIMARY KEY (business_id, group_id),
  constraint thesaurus_off_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);

create table ticket_clocks (
  ticket_id bigint not null,
  business_id bigint not null,
  restaurant_id bigint not null,
  is_open boolean not null,
  due_at timestamp with time zone,
  kind text,
  soon_at timestamp with time zone,
  late_at timestamp with time zone,
  tell_at timestamp with time zone,
  basis text,
  constraint ticket_clocks_pkey PRIMARY KEY (ticket_id),
  constraint ticket_clocks_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  constraint ticket_clocks_kind_check CHECK ((kind = ANY (ARRAY['first'::text, 'next'::text, 'solution'::text])))
);
CREATE INDEX ticket_clocks_due ON ticket_clocks USING btree (business_id, due_at, ticket_id) WHERE is_open;
CREATE INDEX ticket_clocks_restaurant ON ticket_clocks USING btree (restaurant_id, due_at, ticket_id) WHERE is_open;
CREATE INDEX ticket_clocks_tell ON ticket_clocks USING btree (tell_at) WHERE tell_at IS NOT NULL AND is_open;

create table ticket_counts (
  restaurant_id bigint not null,
  status text not null,
  items integer not null default 0,
  waiting integer not null default 0,
  free integer not null default 0,
  snoozed integer not null default 0,
  constraint ticket_counts_pkey PRIMARY KEY (restaurant_id, status),
  constraint ticket_counts_restaurant_id_fkey FOREIGN KEY (restaurant_id) REFERENCES restaurants(id)
);

create table ticket_events (
  id bigint not null generated always as identity,
  restaurant_id bigint,
  ticket_id bigint not null,
  message_id bigint,
  created_at timestamp with time zone not null default now(),
  business_id bigint not null,
  kind text not null default 'ticket'::text,
  data jsonb,
  note_id bigint,
  constraint ticket_events_pkey PRIMARY KEY (id),
  constraint ticket_events_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint ticket_events_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id),
  constraint ticket_events_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id),
  constraint ticket_events_restaurant_id_fkey FOREIGN KEY (restaurant_id) REFERENCES restaurants(id),
  constraint ticket_events_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id),
  constraint ticket_events_check CHECK (((note_id IS NULL) OR (restaurant_id IS NULL)))
);
CREATE INDEX ticket_events_age ON ticket_events USING btree (created_at);
CREATE INDEX ticket_events_business ON ticket_events USING btree (business_id, id);
CREATE INDEX ticket_events_restaurant ON ticket_events USING btree (restaurant_id, id);

create table ticket_follows (
  ticket_id bigint not null,
  person_id bigint not null,
  follows boolean not null,
  constraint ticket_follows_pkey PRIMARY KEY (ticket_id, person_id),
  constraint ticket_follows_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint ticket_follows_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id)
);
CREATE INDEX ticket_follows_person ON ticket_follows USING btree (person_id);

create table ticket_groups (
  ticket_id bigint not null,
  group_id bigint not null,
  constraint ticket_groups_pkey PRIMARY KEY (ticket_id),
  constraint ticket_groups_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE
);

create table ticket_links (
  one_id bigint not null,
  other_id bigint not null,
  kind text not null,
  constraint ticket_links_pkey PRIMARY KEY (one_id, other_id),
  constraint ticket_links_one_id_fkey FOREIGN KEY (one_id) REFERENCES tickets(id),
  constraint ticket_links_other_id_fkey FOREIGN KEY (other_id) REFERENCES tickets(id),
  constraint ticket_links_check CHECK ((one_id < other_id)),
  constraint ticket_links_kind_check CHECK ((kind = ANY (ARRAY['related'::text, 'follow_up'::text, 'split'::text])))
);
CREATE INDEX ticket_links_other ON ticket_links USING btree (other_id);

create table ticket_log (
  id bigint not null generated always as identity,
  ticket_id bigint not null,
  at timestamp with time zone not null,
  person_id bigint,
  act text not null,
  before text,
  after text,
  word text,
  other_id bigint,
  before_id bigint,
  after_id bigint,
  constraint ticket_log_pkey PRIMARY KEY (id),
  constraint ticket_log_after_id_fkey FOREIGN KEY (after_id) REFERENCES people(id),
  constraint ticket_log_before_id_fkey FOREIGN KEY (before_id) REFERENCES people(id),
  constraint ticket_log_other_id_fkey FOREIGN KEY (other_id) REFERENCES tickets(id) ON DELETE SET NULL,
  constraint ticket_log_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint ticket_log_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id)
);
CREATE INDEX ticket_log_other ON ticket_log USING btree (other_id) WHERE other_id IS NOT NULL;
CREATE INDEX ticket_log_ticket ON ticket_log USING btree (ticket_id, id DESC);

create table ticket_merges (
  ticket_id bigint not null,
  into_id bigint not null,
  merged_at timestamp with time zone not null,
  message_ids bigint[] not null,
  note_ids bigint[] not null,
  newest_id bigint not null,
  own jsonb not null,
  before jsonb not null,
  after jsonb not null,
  constraint ticket_merges_pkey PRIMARY KEY (ticket_id),
  constraint ticket_merges_into_id_fkey FOREIGN KEY (into_id) REFERENCES tickets(id),
  constraint ticket_merges_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id)
);
CREATE INDEX ticket_merges_into ON ticket_merges USING btree (into_id);

create table ticket_ratings (
  ticket_id bigint not null,
  person_id bigint not null,
  score text not null,
  word text,
  created_at timestamp with time zone not null,
  constraint ticket_ratings_pkey PRIMARY KEY (ticket_id),
  constraint ticket_ratings_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint ticket_ratings_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id),
  constraint ticket_ratings_score_check CHECK ((score = ANY (ARRAY['good'::text, 'bad'::text, 'skipped'::text])))
);

create table ticket_reopenings (
  id bigint not null generated always as identity,
  ticket_id bigint not null,
  person_id bigint not null,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone not null,
  closed_by bigint,
  constraint ticket_reopenings_pkey PRIMARY KEY (id),
  constraint ticket_reopenings_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES people(id),
  constraint ticket_reopenings_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint ticket_reopenings_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id)
);
CREATE INDEX ticket_reopenings_closed_by ON ticket_reopenings USING btree (closed_by);
CREATE INDEX ticket_reopenings_person ON ticket_reopenings USING btree (person_id, id);
CREATE INDEX ticket_reopenings_ticket ON ticket_reopenings USING btree (ticket_id);

create table tickets (
  id bigint not null generated by default as identity,
  restaurant_id bigint not null,
  business_id bigint not null,
  number integer not null,
  author_id bigint not null,
  category text not null,
  topic text,
  status text not null default 'awaiting_response'::text,
  message_count integer not null default 0,
  last_message text not null default ''::text,
  last_from_support boolean not null default false,
  last_message_at timestamp with time zone not null default now(),
  waiting_since timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  closed_at timestamp with time zone,
  topic_name text,
  assignee_id bigint,
  priority text not null default 'normal'::text,
  tags text[] not null default '{}'::text[],
  snoozed_until timestamp with time zone,
  merged_into bigint,
  constraint tickets_pkey PRIMARY KEY (id),
  constraint tickets_business_id_number_key UNIQUE (business_id, number),
  constraint tickets_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES people(id),
  constraint tickets_author_id_fkey FOREIGN KEY (author_id) REFERENCES people(id),
  constraint tickets_business_id_restaurant_id_fkey FOREIGN KEY (business_id, restaurant_id) REFERENCES restaurants(business_id, id),
  constraint tickets_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES tickets(id),
  constraint tickets_merged_check CHECK (((status = 'merged'::text) = (merged_into IS NOT NULL))),
  constraint tickets_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'normal'::text, 'high'::text, 'urgent'::text]))),
  constraint tickets_status_check CHECK ((status = ANY (ARRAY['awaiting_response'::text, 'processed'::text, 'merged'::text])))
);
CREATE INDEX tickets_archive ON tickets USING btree (business_id, closed_at DESC, id DESC) WHERE status = 'processed'::text;
CREATE INDEX tickets_archive_category ON tickets USING btree (business_id, category, closed_at DESC, id DESC) WHERE status = 'processed'::text;
CREATE INDEX tickets_archive_free ON tickets USING btree (business_id, closed_at DESC, id DESC) WHERE status = 'processed'::text AND assignee_id IS NULL;
CREATE INDEX tickets_archive_priority ON tickets USING btree (business_id, priority, closed_at DESC, id DESC) WHERE status = 'processed'::text AND priority <> 'normal'::text;
CREATE INDEX tickets_archive_restaurant ON tickets USING btree (restaurant_id, closed_at DESC, id DESC) WHERE status = 'processed'::text;
CREATE INDEX tickets_archive_topic ON tickets USING btree (business_id, topic, closed_at DESC, id DESC) WHERE status = 'processed'::text AND topic IS NOT NULL;
CREATE INDEX tickets_author ON tickets USING btree (author_id, id DESC);
CREATE INDEX tickets_free ON tickets USING btree (business_id, waiting_since, last_message_at, id) WHERE status = 'awaiting_response'::text AND assignee_id IS NULL AND snoozed_until IS NULL;
CREATE INDEX tickets_list ON tickets USING btree (restaurant_id, status, last_message_at DESC, id DESC);
CREATE INDEX tickets_merged_into ON tickets USING btree (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX tickets_mine ON tickets USING btree (assignee_id, waiting_since, last_message_at, id) WHERE status = 'awaiting_response'::text AND assignee_id IS NOT NULL;
CREATE INDEX tickets_mine_archive ON tickets USING btree (assignee_id, closed_at DESC, id DESC) WHERE status = 'processed'::text AND assignee_id IS NOT NULL;
CREATE INDEX tickets_put_off ON tickets USING btree (business_id, waiting_since, last_message_at, id) WHERE status = 'awaiting_response'::text AND snoozed_until IS NOT NULL;
CREATE INDEX tickets_queue ON tickets USING btree (business_id, waiting_since, last_message_at, id) WHERE status = 'awaiting_response'::text;
CREATE INDEX tickets_queue_category ON tickets USING btree (business_id, category, waiting_since, last_message_at, id) WHERE status = 'awaiting_response'::text;
CREATE INDEX tickets_queue_newest ON tickets USING btree (business_id, id DESC) WHERE status = 'awaiting_response'::text;
CREATE INDEX tickets_queue_priority ON tickets USING btree (business_id, priority, waiting_since, last_message_at, id) WHERE status = 'awaiting_response'::text AND priority <> 'normal'::text;
CREATE INDEX tickets_queue_restaurant ON tickets USING btree (restaurant_id, waiting_since, last_message_at, id) WHERE status = 'awaiting_response'::text;
CREATE INDEX tickets_queue_topic ON tickets USING btree (business_id, topic, waiting_since, last_message_at, id) WHERE status = 'awaiting_response'::text AND topic IS NOT NULL;
CREATE INDEX tickets_snoozed ON tickets USING btree (snoozed_until) WHERE snoozed_until IS NOT NULL;
CREATE INDEX tickets_tags ON tickets USING gin (tags);
CREATE TRIGGER add_ticket_clocks AFTER INSERT ON tickets REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_ticket_clocks();
CREATE TRIGGER count_changed_ticket AFTER UPDATE OF status, restaurant_id, waiting_since, assignee_id, snoozed_until ON tickets FOR EACH ROW WHEN (old.status <> new.status OR old.restaurant_id <> new.restaurant_id OR (old.waiting_since IS NULL) <> (new.waiting_since IS NULL) OR (old.assignee_id IS NULL) <> (new.assignee_id IS NULL) OR (old.snoozed_until IS NULL) <> (new.snoozed_until IS NULL)) EXECUTE FUNCTION count_changed_ticket();
CREATE TRIGGER count_gone_ticket AFTER DELETE ON tickets FOR EACH ROW EXECUTE FUNCTION count_changed_ticket();
CREATE TRIGGER count_new_tickets AFTER INSERT ON tickets REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_tickets();
CREATE TRIGGER open_ticket_clock AFTER UPDATE OF status ON tickets FOR EACH ROW WHEN (old.status <> new.status) EXECUTE FUNCTION open_ticket_clock();

create table topics (
  business_id bigint not null,
  kind text not null,
  key text not null,
  name text not null,
  "position" integer not null,
  archived_at timestamp with time zone,
  constraint topics_pkey PRIMARY KEY (business_id, kind, key),
  constraint topics_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint topics_key_check CHECK ((key ~ '^[a-z0-9_]{1,64}$'::text)),
  constraint topics_kind_check CHECK ((kind = ANY (ARRAY['module'::text, 'payment'::text])))
);

create table totp_keys (
  person_id bigint not null,
  sealed bytea,
  pending bytea,
  used_step bigint not null default 0,
  changed_at timestamp with time zone not null default now(),
  constraint totp_keys_pkey PRIMARY KEY (person_id),
  constraint totp_keys_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id)
);

create table unread_messages (
  person_id bigint not null,
  restaurant_id bigint not null,
  ticket_id bigint not null,
  message_id bigint not null,
  constraint unread_messages_pkey PRIMARY KEY (person_id, restaurant_id, ticket_id, message_id),
  constraint unread_messages_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id),
  constraint unread_messages_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint unread_messages_restaurant_id_fkey FOREIGN KEY (restaurant_id) REFERENCES restaurants(id),
  constraint unread_messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id)
);
CREATE INDEX unread_messages_message ON unread_messages USING btree (message_id, person_id);

CREATE OR REPLACE FUNCTION public.add_message_words(ids bigint[])
 RETURNS void
 LANGUAGE sql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  select pg_advisory_xact_lock_shared(hashtextextended('search vocabulary', 0));
  with said as materialized (
    select m.id, t.business_id, search_words(m.text) as words,
      array['b' || t.business_id, 'r' || t.restaurant_id, 'a' || m.author_id, 'e' || (m.id >> 14), 'E' || (m.id >> 18)]
      || case when m.from_support then '{}' else array['c'] end
      || case when exists (select from attachments where message_id = m.id) then array['f'] else '{}' end as marks
    from messages m join tickets t on t.id = m.ticket_id
    where m.id = any(ids)
  ), kept as (
    insert into message_words as w (message_id, words, marks) select id, words, marks from said
    on conflict (message_id) do update set words = excluded.words, marks = excluded.marks
  )
  insert into search_vocabulary (business_id, word)
  select distinct said.business_id, each.word
  from said, unnest(tsvector_to_array(said.words)) as each (word)
  where each.word ~ '^[^0-9]{3,40}$'
    and (select true from search_vocabulary v
      where v.business_id = said.business_id and v.word collate "C" = each.word limit 1) is null
$function$;

CREATE OR REPLACE FUNCTION public.add_ticket_clocks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('podmoga.moving', true) = 'on' then return null; end if;
  insert into ticket_clocks (ticket_id, business_id, restaurant_id, is_open)
  select id, business_id, restaurant_id, status = 'awaiting_response' from added on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_changed_ticket()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('podmoga.moving', true) = 'on' then return null; end if;
  insert into ticket_counts as c (restaurant_id, status, items, waiting, free, snoozed)
  select restaurant_id, status, sum(items), sum(waiting), sum(free), sum(snoozed)
  from (
    select old.restaurant_id, old.status, -1 as items,
      -(old.waiting_since is not null and old.snoozed_until is null)::int as waiting,
      -(old.assignee_id is null and old.snoozed_until is null)::int as free,
      -(old.snoozed_until is not null)::int as snoozed
    union all
    select new.restaurant_id, new.status, 1, (new.waiting_since is not null and new.snoozed_until is null)::int,
      (new.assignee_id is null and new.snoozed_until is null)::int, (new.snoozed_until is not null)::int
    where tg_op = 'UPDATE'
  ) as change
  group by 1, 2 order by 1, 2
  on conflict (restaurant_id, status) do update
    set items = c.items + excluded.items, waiting = c.waiting + excluded.waiting,
      free = c.free + excluded.free, snoozed = c.snoozed + excluded.snoozed;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_new_tickets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('podmoga.moving', true) = 'on' then return null; end if;
  insert into ticket_counts as c (restaurant_id, status, items, waiting, free, snoozed)
  select restaurant_id, status, count(*), count(waiting_since) filter (where snoozed_until is null),
    count(*) filter (where assignee_id is null and snoozed_until is null), count(snoozed_until)
  from added group by 1, 2 order by 1, 2
  on conflict (restaurant_id, status) do update
    set items = c.items + excluded.items, waiting = c.waiting + excluded.waiting,
      free = c.free + excluded.free, snoozed = c.snoozed + excluded.snoozed;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.give_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update memberships set state = new.state, sort_name = new.sort_name where person_id = new.id;
  update desk_members set state = new.state, sort_name = new.sort_name where person_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_audit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the journal only grows' using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.mark_message_files()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('podmoga.moving', true) = 'on' then return null; end if;
  update message_words set marks = marks || array['f']
  where message_id in (select message_id from changed) and not 'f' = any(marks);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.open_ticket_clock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('podmoga.moving', true) = 'on' then return null; end if;
  update ticket_clocks set is_open = new.status = 'awaiting_response', due_at = null, kind = null, tell_at = null,
    basis = null
  where ticket_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.read_changed_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('podmoga.moving', true) = 'on' then return null; end if;
  perform add_message_words(array[new.id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.read_new_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('podmoga.moving', true) = 'on' then return null; end if;
  perform add_message_words((select array_agg(id) from added));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.search_fold(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(lower(words), 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЎҚҒҲё'::text, 'абвгдеежзийклмнопрстуфхцчшщъыьэюяўқғҳе'::text);

CREATE OR REPLACE FUNCTION public.search_letters(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(word, 'абвгдежзийклмнопрстуфхцчшщъыьэюяўқғҳ'::text, 'abvgdejziyklmnoprstufhc4wq123567890x'::text);

CREATE OR REPLACE FUNCTION public.search_slips(word text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select array_agg(slip) from (
    select word union select regexp_replace(word, '(.)\1+', '\1', 'g')
    union select overlay(word placing '' from n for 1) from generate_series(1, length(word)) n) slips (slip)
$function$;

CREATE OR REPLACE FUNCTION public.search_words(said text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN strip(to_tsvector('russian'::regconfig, regexp_replace(search_fold(said), '[\x01-/:-@[-`{-\u00bf\u2000-\u2bff\u3000-\u303f\ufe00-\ufe0f\U0001f000-\U0001faff]+'::text, ' '::text, 'g'::text)));

CREATE OR REPLACE FUNCTION public.surviving_ticket(asked bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  further bigint;
begin
  loop
    select merged_into into further from tickets where id = asked;
    if further is null then return asked; end if;
    asked := further;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.take_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare person people;
begin
  -- Shared, so that nobody renames them between this row and its commit.
  select * into person from people where id = new.person_id for share;
  new.state := person.state;
  new.sort_name := person.sort_name;
  if tg_table_name = 'memberships' then new.business_id := person.business_id; end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.ticket_basis(message_count integer, status text, priority text, category text, snoozed_until timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN concat_ws('/'::text, message_count, status, priority, category, EXTRACT(epoch FROM snoozed_until));

CREATE OR REPLACE FUNCTION public.unmark_message_files()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('podmoga.moving', true) = 'on' then return null; end if;
  update message_words w set marks = array_remove(marks, 'f')
  where message_id in (select message_id from changed)
    and not exists (select from attachments a where a.message_id = w.message_id);
  return null;
end $function$;
