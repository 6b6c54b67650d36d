import type { Module } from '../../module.ts'
import { serveScim } from './scim.routes.ts'
import { forgetScimPerson } from './scim.sql.ts'

/** A company's directory manages its people over SCIM. */
export const scim: Module = {
  name: 'business/scim',
  tables: ['scim_group_members', 'scim_groups', 'scim_people'],
  routes: ({ app, identify, deps }) => serveScim(app, deps, identify),
  people: {
    'scim_group_members.person_id': 'cleared',
    'scim_people.person_id': 'cleared',
  },
  forget: forgetScimPerson,
}
