import type { Settings } from '@podmoga/contract/settings'
import { ON_PAGES } from '@podmoga/contract/settings-table'

/** The configuration that the server embeds in the page. */
export interface Config extends Settings {
  /** The base URL of calls; ends in "/". */
  base_url: string
  /** The authentication site; `{network}` is replaced by the business's network. */
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

// There is no document on the server, which renders pages too.
const embedded: unknown = JSON.parse(globalThis.document?.getElementById('config')?.textContent || '{}')

export const config: Config = { ...DEFAULTS, ...(embedded as Partial<Config>) }
