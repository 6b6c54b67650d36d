import type { OutboxItem } from '../outbox/item.ts'
import type { OutboxStore } from '../outbox/store.ts'

type Written = Pick<OutboxItem<{ text?: unknown; note?: unknown }>, 'data' | 'files'>
/** Whether an item has a text or files of the user: other actions, such as a tick or a read mark, are no loss. */
const isWritten = ({ data, files }: Written): boolean => Boolean(data.text || data.note || files.length > 0)

/**
 * Whether to sign out: asks the user if something they wrote, in any scope, is not sent yet. Uses the browser's `confirm`,
 * which needs no code to be loaded: most unsent items exist when offline.
 */
export const mayLeaveOutbox = async ({ db }: OutboxStore, person: string): Promise<boolean> =>
  !(await db.list<Written>('outbox', `${person}/`)).some(isWritten) ||
  confirm('Не всё отправлено: если выйти сейчас, это пропадёт. Выйти?')
