/**
 * The database did not respond: no connection, no free slot, no answer in time. The call may be retried, but whether a statement
 * that was already sent has been executed is unknown.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  readonly code:
    | 'CONNECTION_LOST'
    | 'CONNECTION_BUSY'
    | 'CONNECTION_DEADLINE'
    | 'CONNECTION_STANDBY'
    | 'CONNECTION_OLD_PRIMARY'
  constructor(code: DatabaseUnavailable['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
