import type { Module } from '../../module.ts'
import { keepVersions } from '../levels/versions.ts'
import { countPromises } from './promise.job.ts'

export { makePromised } from './promise.read.ts'

/** «Обычно отвечаем за 12 минут»: the expected time of a first answer, shown to staff only if support usually keeps it. */
export const promise: Module = {
  name: 'service/promise',
  tables: ['service_promises'],
  jobs: (deps) =>
    countPromises({
      ...deps,
      closing: deps.background.closing,
      versionRowsOf: (business_id) => deps.sql.begin((tx) => keepVersions(tx, deps, business_id)),
    }),
}
