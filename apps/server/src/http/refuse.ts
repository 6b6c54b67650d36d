import {
  Refusal,
  type RefusalBody,
  type RefusalCode,
  refusalStatus,
  refusalText,
} from '@podmoga/contract/refusals'

/** Builds a refusal to throw; its status and Russian sentence come from the contract. `retry_after` is in seconds. */
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

/** Awaits a write; refuses `name_taken` if it violates a unique index whose name begins with `index`. */
export const refuseTakenName = async <T>(index: string, write: Promise<T>): Promise<T> => {
  try {
    return await write
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown }
    throw code === '23505' && String(constraint).startsWith(index) ? refuse('name_taken') : error
  }
}

/** Whether a text can be a row id: a positive bigint in canonical form. */
export const isRowId = (id: string): boolean => /^[1-9][0-9]{0,17}$/.test(id)

/** Returns the row id from a path. Refuses `not_found` for anything that cannot be an id. */
export const rowId = (id: string): string => {
  if (!isRowId(id)) throw refuse('not_found')
  return id
}
