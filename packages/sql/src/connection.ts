/** The address of the database. Several comma-separated hosts, each with its port, are tried in order. */
export type Connection = {
  host: string
  port: number
  /** The path of the Unix socket; `host` is then its folder. */
  path?: string
  database: string
  username: string
  password?: string
  /** undefined: without TLS. */
  ssl?: { rejectUnauthorized: boolean }
}

/** Seconds until the next attempt to connect: short after the first failure, at most one second later. */
export const reconnectAfter = (attempt: number): number => Math.min(0.05 * 2 ** attempt, 1)
