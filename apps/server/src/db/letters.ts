import type { Connection } from '@podmoga/sql/connection'
import pg from 'pg'

/**
 * SQL: whether the database stores UTF-8 and its `lower()` works for Cyrillic. False for Debian's cluster on a machine without a
 * locale.
 */
export const KNOWS_LETTERS = `(current_setting('server_encoding') = 'UTF8' and lower('Ф') = 'ф')`

/** SQL that creates a database with both. */
export const lettersRemedy = ({ database, username }: Pick<Connection, 'database' | 'username'>): string =>
  `CREATE DATABASE ${pg.escapeIdentifier(database)} OWNER ${pg.escapeIdentifier(username)} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';`
