import type { Connection } from '@podmoga/sql/connection'
import { hashPassword } from '../../../apps/server/src/session/session.passwords.ts'
import { openFilledBase } from '../../lib/filled-base.ts'
import { PASSWORD } from '../../lib/tickets-data.ts'

export const RESTAURANTS = 2000
export const AGENTS = 20

export const agentLogin = (at: number): string => `agent${at}@hour.test`
export const cookLogin = (restaurant: number): string => `cook${restaurant}@hour.test`

const PEOPLE = `
  insert into businesses (id, name, network) values (1, 'Час двадцати', 'hour');
  insert into restaurants (id, business_id, name) select id, 1, 'Ресторан ' || id from generate_series(1, ${RESTAURANTS}) id;
  insert into people (id, business_id, email, first_name, last_name)
    select id, 1, 'agent' || id || '@hour.test', 'Агент', 'Номер' || id from generate_series(1, ${AGENTS}) id;
  insert into desk_members (person_id, business_id, role) select id, 1, 'agent' from generate_series(1, ${AGENTS}) id;
  insert into people (id, business_id, email, first_name, last_name)
    select 1000 + id, 1, 'cook' || id || '@hour.test', 'Повар', 'Ресторана' || id from generate_series(1, ${RESTAURANTS}) id;
  insert into memberships (person_id, restaurant_id) select 1000 + id, id from generate_series(1, ${RESTAURANTS}) id`

/** Opens a base with two thousand restaurants, one cook each, and twenty agents, without tickets. */
export const openHourBase = (admin: Connection): Promise<Connection> =>
  openFilledBase(admin, {
    database: 'desk_hour',
    named: `${RESTAURANTS} ресторанов, ${AGENTS} агентов`,
    fill: async (sql) => {
      await sql.unsafe(PEOPLE)
      await sql`update people set password_hash = ${await hashPassword(PASSWORD)}`
      await sql.unsafe(`select setval(pg_get_serial_sequence('people', 'id'), 100000);
        select setval(pg_get_serial_sequence('restaurants', 'id'), 100000); select setval(pg_get_serial_sequence('businesses', 'id'), 100)`)
    },
  })
