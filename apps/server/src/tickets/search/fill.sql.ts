import type { Db, TransactionSql } from '@podmoga/sql/sql'

/** Whether older messages are still missing in the word index. */
export const isFilling = async (db: Db): Promise<boolean> => {
  const [row] = await db<{ filling: boolean }[]>`select exists (select from message_words_fill) as filling`
  return row?.filling === true
}

/**
 * Indexes the next batch of older messages, newest first. Returns how many; null if none are left, or another server is doing
 * it.
 */
export const fillSome = async (tx: TransactionSql, limit: number): Promise<number | null> => {
  const [row] = await tx<{ last_id: string }[]>`
    select last_id from message_words_fill for update skip locked`
  if (row === undefined) return null
  const ids = (
    await tx<{ id: string }[]>`
      select id from messages where id <= ${row.last_id} order by id desc limit ${limit}`
  ).map(({ id }) => id)
  const last = ids.at(-1)
  if (last === undefined) {
    await tx`delete from message_words_fill`
    return null
  }
  await tx`select add_message_words(${ids}::bigint[])`
  await tx`update message_words_fill set last_id = ${BigInt(last) - 1n}`
  return ids.length
}
