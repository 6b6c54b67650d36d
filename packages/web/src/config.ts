import type { Settings } from '@podmoga/contract/settings'
import { ON_PAGES } from '@podmoga/contract/settings-table'

/** What the server tells the page before its first request. */
export interface Config extends Settings {
  /** Where the calls go; ends in "/". */
  base_url: string
  /** The authentication site; `{network}` stands for the business's network. */
  auth_site_url: string
  /** Domain of the session cookie; empty: this host only. */
  cookie_domain: string
  secure: boolean
}

const DEFAULTS = {
  base_url: '/api/',
  auth_site_url: '/intranet/',
  ...Object.fromEntries(Object.entries(ON_PAGES).map(([name, { initial }]) => [name, initial])),
  logo_url: null,
  cookie_domain: '',
  secure: globalThis.location?.protocol === 'https:',
} as Config

// The server, which draws pages too, has none.
const told: unknown = JSON.parse(globalThis.document?.getElementById('config')?.textContent || '{}')

export const config: Config = { ...DEFAULTS, ...(told as Partial<Config>) }
