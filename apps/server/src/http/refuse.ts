import {
  Refusal,
  type RefusalBody,
  type RefusalCode,
  refusalStatus,
  refusalText,
} from '@podmoga/contract/refusals'

/** A refusal to throw: its status and its Russian sentence come from the contract. `retry_after` is in seconds. */
export const refuse = (
  code: RefusalCode,
  more: { fields?: Record<string, string>; retry_after?: number; message?: string } = {},
): Refusal =>
  new Refusal({
    code,
    status: refusalStatus(code),
    message: more.message ?? refusalText(code),
    fields: more.fields,
    retry_after: more.retry_after ?? (code === 'unavailable' ? 5 : null),
    subscription_expired: code === 'subscription_expired',
  })

export const refusalBody = (refusal: Refusal): RefusalBody => ({
  error: refusal.message,
  code: refusal.code,
  ...(Object.keys(refusal.fields).length > 0 ? { fields: refusal.fields } : {}),
  ...(refusal.subscription_expired ? { subscription_expired: true as const } : {}),
})

/** Whether a text can be the id of a row: a positive bigint, written in the one way. */
export const isRowId = (id: string): boolean => /^[1-9][0-9]{0,17}$/.test(id)

/** The id of a row as it may stand in a path. Anything else cannot be there, so it is not found. */
export const rowId = (id: string): string => {
  if (!isRowId(id)) throw refuse('not_found')
  return id
}
