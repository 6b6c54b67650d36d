/** Where the database answers. Several hosts, separated by commas and each with its port, are tried in turn. */
export type Connection = {
  host: string
  port: number
  /** The Unix socket itself; `host` is then its folder. */
  path?: string
  database: string
  username: string
  password?: string
  /** undefined: without TLS. */
  ssl?: { rejectUnauthorized: boolean }
}

/** Seconds before the next attempt to connect. Soon after the first failure, at most a second later ever after. */
export const reconnectAfter = (attempt: number): number => Math.min(0.05 * 2 ** attempt, 1)
