import { counted } from '@podmoga/contract/fields/plural'
import { quoted } from '@podmoga/contract/fields/quoted'
import type { AudienceRow } from './knowledge.audience.sql.ts'

const ROLES = { staff: 'сотрудники', manager: 'управляющие' } as const
const RESTAURANTS = ['ресторан', 'ресторана', 'ресторанов'] as const

/** Describes the audience of a material; null: everybody. */
export const audienceText = (audience: AudienceRow | null | undefined): string | null => {
  if (audience === null || audience === undefined) return null
  const { roles, groups, named, restaurants } = audience
  const more = restaurants - named.length
  const places = [...groups.map((group) => `группа ${quoted(group)}`), ...named.map(quoted)].join(', ')
  const where = more === 0 ? places : `${places} и ещё ${counted(more, RESTAURANTS)}`
  const who = roles.map((role) => ROLES[role]).join(', ')
  return `Только ${[who, where].filter(Boolean).join(': ')}`
}
