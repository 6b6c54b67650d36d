/** What the server tells the page before its first request. */
export interface Config {
  /** Where the calls go; ends in "/". */
  base_url: string
  brand: string
  /** Where the business's picture lies; null: none. */
  logo_url: string | null
  /** Empty: not shown. */
  support_phone: string
  support_email: string
  /** Domain of the session cookie; empty: this host only. */
  cookie_domain: string
}

const DEFAULTS: Config = {
  base_url: '/api/',
  brand: 'Подмога',
  logo_url: null,
  support_phone: '',
  support_email: '',
  cookie_domain: '',
}

const told: unknown = JSON.parse(document.getElementById('config')?.textContent || '{}')

export const config: Config = { ...DEFAULTS, ...(told as Partial<Config>) }
