import type { Module } from '../../module.ts'
import { importRoutes } from './import.routes.ts'
import { forgetRowsAbout } from './import.sql.ts'
import { restaurantImportRoutes } from './restaurants.routes.ts'
import type { ImportWorker } from './worker.ts'

export { makeImportWorker } from './worker.ts'

/** Files of people and of restaurants, read first and imported once an admin agrees. */
export const imports: Module<{ imports: ImportWorker }> = {
  name: 'business/import',
  tables: ['people_import_rows', 'people_imports'],
  routes: ({ on, deps }, { imports: worker }) => {
    importRoutes(on, deps, worker)
    restaurantImportRoutes(on, deps)
  },
  jobs: (_deps, { imports: { jobs } }) => jobs,
  people: { 'people_imports.created_by': 'kept' },
  forget: async (tx, leaver) => {
    await forgetRowsAbout(tx, leaver)
    return []
  },
}
