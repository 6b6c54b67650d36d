import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { MIGRATIONS_DIR } from '../db/migrate.ts'
import { openWorld } from '../testing.ts'

test('the metrics name the last migration that was applied', async () => {
  const world = await openWorld({ METRICS_TOKEN: 'token-of-a-test' })
  try {
    const { body } = await world.app.inject({
      url: '/metrics',
      headers: { authorization: 'Bearer token-of-a-test' },
    })
    const last = (await readdir(MIGRATIONS_DIR))
      .filter((name) => name.endsWith('.sql'))
      .toSorted()
      .at(-1)
    expect(body).toContain(`\npodmoga_schema_migration ${Number(last?.slice(0, 4))}\n`)
  } finally {
    await world.close()
  }
})
