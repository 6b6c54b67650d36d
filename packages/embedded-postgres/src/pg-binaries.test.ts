import { expect, test } from 'vitest'
import { findPgBinaries } from './pg-binaries.ts'

test('where there is no embedded PostgreSQL, the start says what to set', async () => {
  await expect(findPgBinaries('/nowhere', 'win32-arm64')).rejects.toThrow('Задайте DATABASE_URL')
})
