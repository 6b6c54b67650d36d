import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { dumpSchema, SCHEMA_FILE } from './dump-schema.ts'
import { freshDatabase } from './testing-cluster.ts'

test('schema.sql is what the migrations make (after a change: node apps/server/src/db/dump-schema.ts)', async () => {
  const database = await freshDatabase()
  try {
    expect(await dumpSchema(database.connection)).toBe(await readFile(SCHEMA_FILE, 'utf8'))
  } finally {
    await database.drop()
  }
})
