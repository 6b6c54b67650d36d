import type { Db } from '@podmoga/sql/sql'

/** The kind and model under which a device is counted; `model` may be empty. */
export interface Modelled {
  device_id: string
  kind: string
  model: string
}

/** Returns how these devices are counted: as when their first ticket was counted, or as at the last {@link moveModel}. */
export const takeModels = async (db: Db, device_ids: readonly string[]): Promise<Map<string, Modelled>> => {
  if (device_ids.length === 0) return new Map()
  const rows = await db<Modelled[]>`
    with fresh as (
      insert into figure_devices (device_id, business_id, kind, model)
      select id, business_id, kind, model from devices where id = any(${[...device_ids]}::bigint[])
      on conflict do nothing returning device_id, kind, model
    )
    select device_id, kind, model from fresh
    union all select device_id, kind, model from figure_devices where device_id = any(${[...device_ids]}::bigint[])`
  return new Map(rows.map((row) => [row.device_id, row]))
}

/** Stores how all devices of a business are counted, where not stored yet. */
export const takeAllModels = async (db: Db, business_id: string): Promise<void> => {
  await db`
    insert into figure_devices (device_id, business_id, kind, model)
    select id, business_id, kind, model from devices where business_id = ${business_id} on conflict do nothing`
}

/** Lists devices whose kind or model has been edited since. */
export const listMoved = (db: Db): Promise<{ device_id: string; business_id: string }[]> => db`
  select v.device_id, v.business_id from figure_devices v join devices d on d.id = v.device_id
  where (v.kind, v.model) is distinct from (d.kind, d.model) order by v.business_id, v.device_id`

/** Updates how a device is counted to its current kind and model. Returns undefined if nothing has changed. */
export const moveModel = async (
  db: Db,
  device_id: string,
): Promise<{ was: Modelled; is: Modelled } | undefined> => {
  const [row] = await db<(Modelled & { was_kind: string; was_model: string })[]>`
    update figure_devices v set kind = d.kind, model = d.model
    from devices d, figure_devices w
    where v.device_id = ${device_id} and d.id = v.device_id and w.device_id = v.device_id
      and (v.kind, v.model) is distinct from (d.kind, d.model)
    returning v.device_id, v.kind, v.model, w.kind as was_kind, w.model as was_model`
  if (row === undefined) return undefined
  const { was_kind, was_model, ...is } = row
  return { was: { device_id, kind: was_kind, model: was_model }, is }
}
