/** What the server tells the page before its first request. */
export interface Config {
  /** Where the calls go; ends in "/". */
  base_url: string
  /** The authentication site; `{network}` stands for the business's network. */
  auth_site_url: string
  brand: string
  /** Where the business's picture lies; null: none. */
  logo_url: string | null
  /** Domain of the session cookie; empty: this host only. */
  cookie_domain: string
}

const DEFAULTS: Config = {
  base_url: '/api/',
  auth_site_url: '/intranet/',
  brand: 'Подмога',
  logo_url: null,
  cookie_domain: '',
}

const told: unknown = JSON.parse(document.getElementById('config')?.textContent || '{}')

export const config: Config = { ...DEFAULTS, ...(told as Partial<Config>) }
