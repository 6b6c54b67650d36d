import type { Connection } from '@podmoga/sql/connection'
import pg from 'pg'

/** Whether the database stores UTF-8 and knows a capital Cyrillic letter from a small one, in SQL. Debian's cluster does not where the machine has no locale. */
export const KNOWS_LETTERS = `(current_setting('server_encoding') = 'UTF8' and lower('Ф') = 'ф')`

/** How one is made that does. */
export const lettersRemedy = ({ database, username }: Pick<Connection, 'database' | 'username'>): string =>
  `CREATE DATABASE ${pg.escapeIdentifier(database)} OWNER ${pg.escapeIdentifier(username)} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';`
