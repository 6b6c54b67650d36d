import type { Db } from '@podmoga/sql/sql'
import type { Mail } from '../ports/mail.ts'
import type { Sms } from '../ports/sms.ts'
import { listMarks } from './marks.sql.ts'

/** The mark of a restored copy whose original may still be running; its value is the time of the restore. */
export const RESTORED = 'restored'

export const isRestored = async (db: Db): Promise<boolean> => (await listMarks(db)).has(RESTORED)

/** Declares this installation the only one: sending is enabled. */
export const forgetRestored = async (db: Db): Promise<void> => {
  await db`delete from installation_marks where name = ${RESTORED}`
}

const refuse = (): Promise<void> => Promise.reject(new Error('A restored copy sends nothing.'))

/** Ports that send nothing; queued messages stay queued. */
export const quietPorts: { mail: Mail; sms: Sms; is_quiet: true } = {
  mail: { absent: true, send: refuse },
  sms: { absent: true, send: refuse },
  is_quiet: true,
}

export const QUIET_LINE =
  'Это восстановленная копия: письма, SMS и уведомления не уходят, резервные копии сами не делаются. Если прежней установки больше нет: npm run adopt -- restored'
