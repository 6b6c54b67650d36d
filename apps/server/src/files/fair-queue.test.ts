import { expect, it } from 'vitest'
import { makeFairQueue } from './fair-queue.ts'

/** Work that the test ends. */
const holdable = (done: string[], name: string) => {
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const work = async (): Promise<void> => {
    await ended
    done.push(name)
  }
  return { end, work }
}

it('R02: forty works of one person delay another person by one of them only', async () => {
  const turns = makeFairQueue(1, 50)
  const done: string[] = []
  const first = holdable(done, 'A0')
  const all = [turns('A', first.work)]
  for (let at = 1; at < 40; at += 1) all.push(turns('A', async () => void done.push(`A${at}`)))
  all.push(turns('B', async () => void done.push('B')))
  all.push(turns('C', async () => void done.push('C')))
  first.end()
  await Promise.all(all)
  expect(done.slice(0, 4)).toEqual(['A0', 'A1', 'B', 'C'])
  expect(done).toHaveLength(42)
})

it('limits the waiting works of one subject, and of no other', async () => {
  const turns = makeFairQueue(1, 2)
  const done: string[] = []
  const first = holdable(done, 'first')
  const kept = [turns('A', first.work), turns('A', async () => undefined), turns('A', async () => undefined)]
  await expect(turns('A', async () => undefined)).rejects.toMatchObject({ code: 'too_often', retry_after: 5 })
  const other = turns('B', async () => 'B')
  first.end()
  await Promise.all(kept)
  expect(await other).toBe('B')
})

it('the next work starts after one that fails', async () => {
  const turns = makeFairQueue(1, 2)
  await expect(turns('A', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await turns('A', async () => 1)).toBe(1)
})
