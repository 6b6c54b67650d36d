import { expect, test } from 'vitest'
import { makeGate } from './session.gate.ts'

/** Tasks that end when `endOne` is called; `order` lists the subjects in the order their tasks began. */
const makeTasks = () => {
  const order: string[] = []
  const ends: (() => void)[] = []
  const task = (subject: string) => () =>
    new Promise<void>((resolve) => {
      order.push(subject)
      ends.push(resolve)
    })
  const endOne = async (): Promise<void> => {
    ends.shift()?.()
    // The next task begins once the promise of this one has settled.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { order, task, endOne }
}

test('subjects take turns, however many of one are waiting', async () => {
  const gate = makeGate({ running: 1, each: 100, waiting: 1000 })
  const { order, task, endOne } = makeTasks()
  const all = ['crowd', 'crowd', 'crowd', 'crowd', 'one', 'other', 'other'].map((subject) =>
    gate(subject, task(subject)),
  )
  for (let i = 0; i < 7; i += 1) await endOne()
  await Promise.all(all)
  expect(order).toEqual(['crowd', 'crowd', 'one', 'other', 'crowd', 'other', 'crowd'])
})

test('within a subject its members take turns, and each has a share of its own', async () => {
  const gate = makeGate({ running: 1, each: 100, each_member: 4, waiting: 1000 })
  const { order, task, endOne } = makeTasks()
  const enter = (member: string) => gate({ subject: 'wifi', member }, task(member))
  const all = ['guessed', 'guessed', 'guessed', 'guessed', 'guessed', 'honest', 'other'].map(enter)
  await expect(enter('guessed')).rejects.toMatchObject({ code: 'too_often', retry_after: 1 })
  const elsewhere = gate({ subject: 'home', member: 'guessed' }, task('home'))
  for (let i = 0; i < 8; i += 1) await endOne()
  await Promise.all([...all, elsewhere])
  expect(order).toEqual(['guessed', 'guessed', 'home', 'honest', 'other', 'guessed', 'guessed', 'guessed'])
})

test('more than its share of one subject is refused to it alone', async () => {
  const gate = makeGate({ running: 1, each: 2, waiting: 1000 })
  const { order, task, endOne } = makeTasks()
  const crowd = [1, 2, 3].map(() => gate('crowd', task('crowd')))
  await expect(gate('crowd', task('crowd'))).rejects.toMatchObject({ code: 'too_often', retry_after: 1 })
  const other = gate('other', task('other'))
  for (let i = 0; i < 4; i += 1) await endOne()
  await Promise.all([...crowd, other])
  expect(order).toHaveLength(4)
})

test('when the gate is full the newest task of the longest queue is rejected', async () => {
  const gate = makeGate({ running: 1, each: 100, waiting: 3 })
  const { order, task, endOne } = makeTasks()
  const crowd = [1, 2, 3, 4].map(() =>
    gate('crowd', task('crowd')).then(
      () => 'done',
      (error) => error.code,
    ),
  )
  const other = gate('other', task('other'))
  for (let i = 0; i < 4; i += 1) await endOne()
  await other
  expect(await Promise.all(crowd)).toEqual(['done', 'done', 'done', 'unavailable'])
  expect(order).toEqual(['crowd', 'crowd', 'other', 'crowd'])
})

test('a task that fails frees its slot', async () => {
  const gate = makeGate({ running: 1, each: 1, waiting: 1 })
  await expect(gate('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await gate('b', async () => 'done')).toBe('done')
})
