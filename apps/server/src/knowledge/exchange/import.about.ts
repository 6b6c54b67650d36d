import { AUDIENCE_ROLES } from '@podmoga/contract/desk/material/audience'
import { quoted } from '@podmoga/contract/fields/quoted'
import type { Db, TransactionSql } from '@podmoga/sql/sql'
import { writeForWhom } from '../knowledge.write.sql.ts'
import type { FolderArticle, FolderAudience } from './folder.ts'
import { isCaredSo, isForThese, listNamed, setCareOf } from './import.sql.ts'

const HELD =
  'не понять, кому он виден. Он остался неопубликованным: проверьте «Кому виден» и опубликуйте сами.'

/** The audience and care of an article, resolved in this business. */
export interface About {
  /** Whether every name in its audience is known; otherwise it must not be published automatically. */
  isClear: boolean
  /** Returns whether it differs from what is stored. */
  differs: (db: Db, material_id: string) => Promise<boolean>
  write: (tx: TransactionSql, material_id: string) => Promise<void>
}

/** Makes a function that resolves the names in an article; unknown and ambiguous names are reported to `report`. */
export const makeAbout = async (
  db: Db,
  business_id: string,
): Promise<(article: FolderArticle, report: (remark: string) => void) => About> => {
  const { restaurants, editors } = await listNamed(db, business_id)
  const groups = new Set(restaurants.flatMap((restaurant) => restaurant.groups))

  const audienceOf = (named: FolderAudience, report: (remark: string) => void) => {
    let isClear = true
    const unclear = (what: string) => {
      isClear = false
      report(`${what}: ${HELD}`)
    }
    const roles = AUDIENCE_ROLES.filter((role) => named.roles.includes(role))
    for (const role of named.roles)
      if (!roles.some((known) => known === role)) unclear(`роли ${quoted(role)} нет`)
    for (const group of named.groups)
      if (!groups.has(group)) unclear(`группы ресторанов ${quoted(group)} нет`)
    const restaurant_ids: string[] = []
    for (const name of new Set(named.restaurants)) {
      const [one, other] = restaurants.filter((restaurant) => restaurant.name === name)
      if (one === undefined) unclear(`ресторана ${quoted(name)} нет`)
      else if (other !== undefined) unclear(`ресторанов ${quoted(name)} несколько`)
      else restaurant_ids.push(one.id)
    }
    const known = [...new Set(named.groups)].filter((group) => groups.has(group)).sort()
    return {
      isClear,
      set: {
        // All roles mean no restriction.
        roles: roles.length === AUDIENCE_ROLES.length ? [] : [...roles],
        restaurant_ids,
        groups: known,
      },
    }
  }

  return ({ audience, care }, report) => {
    const isNamed =
      audience !== undefined &&
      audience.roles.length + audience.groups.length + audience.restaurants.length > 0
    const to = isNamed ? audienceOf(audience, report) : undefined
    const owners = editors.filter(({ name }) => name === care?.owner)
    if (care !== undefined && care.owner !== null && owners.length !== 1)
      report(
        `редактора ${quoted(care.owner)} ${owners.length === 0 ? 'нет' : 'не отличить'}: без ответственного`,
      )
    const owner_id = owners.length === 1 ? (owners[0]?.id ?? null) : null
    // An audience with only unknown names is not written: an empty one would open the material to everybody.
    const isSet = to !== undefined && (to.isClear || Object.values(to.set).some((it) => it.length > 0))
    const set = isSet ? to.set : undefined
    const cared = care === undefined ? undefined : { ...care, owner_id }
    return {
      isClear: to?.isClear ?? true,
      differs: async (db, material_id) =>
        (set !== undefined && !(await isForThese(db, { material_id, ...set }))) ||
        (cared !== undefined && !(await isCaredSo(db, { material_id, ...cared }))),
      write: async (tx, material_id) => {
        if (set !== undefined) await writeForWhom(tx, { material_id, business_id, ...set })
        if (cared !== undefined) await setCareOf(tx, { material_id, ...cared })
      },
    }
  }
}
