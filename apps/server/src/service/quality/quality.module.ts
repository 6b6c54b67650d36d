import type { Deps } from '../../deps.ts'
import { settingsOver } from '../../http/settings.ts'
import type { Module } from '../../module.ts'
import { DEFAULT_ZONE, isZone } from '../levels/working-time.ts'
import { qualityRoutes } from './quality.routes.ts'
import { drawReviews, forgetReviewer, listBusinessZones, listOwnReviews, takeReviews } from './quality.sql.ts'

const HOUR_MS = 3_600_000
const POLL_MS = 60_000

/** Draws tickets to review: a sample at the first run in a week, and at each run those newly rated «нет». */
export const drawAll = async ({
  sql,
  clock,
  sampleOf,
}: Pick<Deps, 'sql' | 'clock'> & { sampleOf: (business_id: string) => number }): Promise<void> => {
  for (const { business_id, zone } of await listBusinessZones(sql))
    await drawReviews(sql, {
      business_id,
      zone: zone !== null && isZone(zone) ? zone : DEFAULT_ZONE,
      now: clock.now(),
      sample: sampleOf(business_id),
    })
}

/** «Качество»: each week, agents review a few closed tickets of colleagues, without seeing their names. */
export const quality: Module = {
  name: 'service/quality',
  tables: ['quality_draws', 'quality_reviews'],
  routes: ({ on, deps }) => qualityRoutes(on, deps),
  jobs: ({ config, settings, ...deps }) => ({
    'quality reviews': {
      ms: HOUR_MS,
      tick_ms: POLL_MS,
      caller: 'quality reviews',
      run: () =>
        drawAll({
          ...deps,
          sampleOf: (id) => settingsOver(config, settings.keptOf(id)).quality_sample,
        }),
    },
  }),
  people: { 'quality_reviews.reviewer_id': 'kept, given' },
  forget: forgetReviewer,
  exports: { chapters: { 'проверки качества': listOwnReviews } },
  ofTickets: ['quality_reviews.ticket_id'],
  takeAlong: takeReviews,
}
