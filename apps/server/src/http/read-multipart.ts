import type { Deps } from '../deps.ts'
import { refuse } from './refuse.ts'
import type { ReadMultipart } from './uploads.ts'

export const makeReadMultipart =
  async (_deps: Deps): Promise<ReadMultipart> =>
  async () => {
    throw refuse('unavailable')
  }
