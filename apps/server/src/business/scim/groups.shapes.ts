import { isStorable, oneLine } from '@podmoga/contract/fields/fields'
import { isUuid } from '@podmoga/contract/fields/uuid'
import { z } from 'zod'
import { refuse } from '../../http/refuse.ts'
import type { GroupFilter, GroupRow, MemberRow } from './groups.sql.ts'
import { parseScim, ScimPatch } from './shapes.ts'

const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const MEMBERS_MAX = 10_000
const NAME_MAX = 200

const Text = z.string().max(254).refine(isStorable)
const Members = z.array(z.looseObject({ value: Text })).max(MEMBERS_MAX)
const ScimGroup = z.looseObject({
  displayName: Text.transform(oneLine).pipe(z.string().min(1).max(NAME_MAX)),
  externalId: Text.nullish(),
  members: Members.nullish(),
})

/** The wanted state of a group. */
export interface Wanted {
  display_name: string
  external_id: string | null
  members: ReadonlySet<string>
}

/** Refuses a directory's request with a message of ours. */
export const bad = (message: string) => refuse('invalid', { message })

/** Parses a filter of groups; throws `invalid` if it is not supported. */
export const filterOf = (text: string | undefined): GroupFilter => {
  if (text === undefined || text === '') return {}
  const found = /^\s*(displayName|externalId|id)\s+eq\s+"([^"\\]{0,254})"\s*$/i.exec(text)
  if (found === null || !isStorable(text))
    throw bad('Такой фильтр не поддерживается. Можно: displayName, externalId, id eq "…".')
  const [, name = '', value = ''] = found
  if (/^externalid$/i.test(name)) return { external_id: value }
  if (/^displayname$/i.test(name)) return { display_name: value }
  return { id: isUuid(value.toLowerCase()) ? value : '00000000-0000-0000-0000-000000000000' }
}

/** Parses a complete group sent by a directory. */
export const wantedOf = (body: unknown): Wanted => {
  const { displayName, externalId, members } = parseScim(ScimGroup, body)
  return {
    display_name: displayName,
    external_id: externalId ?? null,
    members: new Set(members?.map(({ value }) => value)),
  }
}

/** Applies a list of changes to the group; unsupported attributes are ignored. */
export const patched = (before: Wanted, body: unknown): Wanted => {
  const members = new Set(before.members)
  const facts: Record<string, unknown> = { displayName: before.display_name, externalId: before.external_id }
  const idsOf = (value: unknown): string[] =>
    parseScim(Members, Array.isArray(value) ? value : [value]).map((one) => one.value)
  const apply = (op: string, path: string, value: unknown): void => {
    const one = /^members\[\s*value\s+eq\s+"([^"]{1,64})"\s*\]$/i.exec(path)?.[1]
    const name = path.toLowerCase()
    if (one !== undefined) {
      if (op === 'remove') members.delete(one)
    } else if (name === 'members') {
      if (op === 'replace' || (op === 'remove' && value === undefined)) members.clear()
      if (op === 'remove') for (const id of value === undefined ? [] : idsOf(value)) members.delete(id)
      else for (const id of idsOf(value)) members.add(id)
    } else if (name === 'displayname') facts.displayName = value
    else if (name === 'externalid') facts.externalId = op === 'remove' ? null : value
  }
  for (const { op, path, value } of parseScim(ScimPatch, body).Operations)
    if (path !== undefined) apply(op, path, value)
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) apply(op, name, one)
  return { ...wantedOf(facts), members }
}

/**
 * A group as sent to the directory; `base` is the base URL of the SCIM calls. With `members` null they are left out.
 */
export const groupAnswer = (base: string, row: GroupRow, members: readonly MemberRow[] | null) => ({
  schemas: [GROUP],
  id: row.id,
  ...(row.external_id === null ? {} : { externalId: row.external_id }),
  displayName: row.display_name,
  ...(members === null
    ? {}
    : {
        members: members.map(({ person_id, name }) => ({
          value: person_id,
          display: name,
          type: 'User',
          $ref: `${base}/Users/${person_id}`,
        })),
      }),
  meta: {
    resourceType: 'Group',
    created: row.created_at.toISOString(),
    location: `${base}/Groups/${row.id}`,
  },
})
