import type { Module } from '../../module.ts'
import type { IncidentNeeds } from '../incidents.needs.ts'
import { proposeBursts } from './bursts.job.ts'
import { proposalRoutes } from './proposals.routes.ts'

/** Bursts of similar tickets, proposed to the desk as incidents. */
export const bursts: Module<{ incidents: IncidentNeeds }> = {
  name: 'incidents/bursts',
  tables: ['incident_proposals'],
  routes: ({ on, deps }, { incidents }) => proposalRoutes(on, deps, incidents),
  jobs: (deps, { incidents }) => ({ 'incident bursts': proposeBursts(deps, incidents) }),
}
