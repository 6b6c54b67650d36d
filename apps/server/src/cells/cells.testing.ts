import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterFolder } from '../db/testing-cluster.ts'
import { becomeCell } from '../installation/cell.ts'
import { checkKeys } from '../installation/check-installation.ts'
import { openFiles } from '../ports/open-files.ts'
import { loadSecrets, secretsPathOf } from '../secrets.ts'
import type { TestWorld } from '../testing.ts'
import type { Cell } from './cell.ts'
import { type Move, moveBusiness } from './move-business.ts'

/** Makes a test world one of several cells. */
export const makeCell = async (world: TestWorld, number: bigint): Promise<Cell> => {
  const secrets = await loadSecrets(secretsPathOf(world.config))
  const files = await openFiles(world.config)
  await checkKeys({ config: world.config, sql: world.sql, secrets, files })
  await becomeCell(world.sql, number)
  return { sql: world.sql, files }
}

/** Moves businesses; `lead` and `report` do nothing unless a test provides them. */
export const moveBetween = async (from: Cell, to: Cell, networks: string[], more: Partial<Move> = {}) =>
  moveBusiness({
    networks,
    from,
    to,
    drafts: await mkdtemp(join(await clusterFolder(), 'drafts-')),
    lead: async () => undefined,
    report: () => undefined,
    ...more,
  })
