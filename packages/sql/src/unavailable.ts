/**
 * The database did not answer: no connection, no free place, no answer in time. What was asked may be asked again;
 * whether a statement that was already on its way has been done is not known.
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
