/** What the server tells the page before its first request. */
export interface Config {
  /** Where the calls go; ends in "/". */
  base_url: string
  brand: string
  /** Empty: not shown. */
  support_phone: string
  support_email: string
  /** Domain of the session cookie; empty: this host only. */
  cookie_domain: string
}

const DEFAULTS: Config = {
  base_url: '/api/',
  brand: 'Подмога',
  support_phone: '',
  support_email: '',
  cookie_domain: '',
}

const told: unknown = JSON.parse(document.getElementById('config')?.textContent || '{}')

export const config: Config = { ...DEFAULTS, ...(told as Partial<Config>) }
