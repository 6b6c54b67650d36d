import type { Background } from './background/background.ts'
import type { FileLinks } from './files/file-links.ts'
import type { Rates } from './http/rates.ts'
import type { BusinessSettings } from './http/settings.ts'
import type { WarmUp } from './http/warm-up.ts'
import type { VirusScan } from './ports/virus-scan.ts'
import type { World } from './world.ts'

/** The dependencies of every domain's routes. */
export interface Deps extends World {
  rates: Rates
  links: FileLinks
  settings: BusinessSettings
  warmUp: WarmUp
  background: Background
  /** null: files are not scanned. */
  scanner: VirusScan | null
}
