import type { OutboxItem } from '../outbox/item.ts'
import type { OutboxStore } from '../outbox/store.ts'

type Written = Pick<OutboxItem<{ text?: unknown; note?: unknown }>, 'data' | 'files'>
/** Words or files of one's own: what was only ticked, or read, is no loss. */
const isWritten = ({ data, files }: Written): boolean => Boolean(data.text || data.note || files.length > 0)

/**
 * Whether whoever presses «Выход» goes: asked where something that they have written waits to be sent, wherever they wrote
 * it. By the browser's own question, for which no code has to come: without a network most waits.
 */
export const mayLeaveOutbox = async ({ db }: OutboxStore, person: string): Promise<boolean> =>
  !(await db.list<Written>('outbox', `${person}/`)).some(isWritten) ||
  confirm('Не всё отправлено: если выйти сейчас, это пропадёт. Выйти?')
