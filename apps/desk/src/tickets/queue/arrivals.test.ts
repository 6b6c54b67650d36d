import { expect, test } from 'vitest'
import { makeArrivals } from './arrivals.ts'

const fileOf = (name: string) => new File(['x'], name)

/** In-memory drafts, fields on them, and files that load on demand. */
const setUp = () => {
  const kept: string[] = []
  const arrivals = makeArrivals(async (person, ticketId, { name }) => {
    await null
    kept.push(`${person}/${ticketId}: ${name}`)
  })
  const open = (ticketId: string) => {
    const seen: string[] = []
    const close = arrivals.open('p', ticketId, {
      onFile: ({ name }) => seen.push(name),
      onLost: (name) => seen.push(`lost ${name}`),
      onChange: () => undefined,
    })
    return { seen, close }
  }
  const bring = (ticketId: string, name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<File>()
    const done = arrivals.bring('p', ticketId, name, () => promise)
    return {
      come: () => {
        resolve(fileOf(name))
        return done
      },
      fail: () => {
        reject(new Error('it did not open'))
        return done
      },
    }
  }
  return { arrivals, kept, open, bring }
}

test('a draft waits for each of its files until it has come or is known not to', async () => {
  const { arrivals, kept, open, bring } = setUp()
  const { seen } = open('1')
  const memo = bring('1', 'memo.pdf')
  const plan = bring('1', 'plan.pdf')
  expect(arrivals.coming('p', '1')).toEqual(['memo.pdf', 'plan.pdf'])
  expect(arrivals.coming('p', '2')).toEqual([])
  await memo.come()
  expect(arrivals.coming('p', '1')).toEqual(['plan.pdf'])
  await plan.fail()
  expect(arrivals.coming('p', '1')).toEqual([])
  expect(seen).toEqual(['memo.pdf', 'lost plan.pdf'])
  expect(kept).toEqual([])
})

test('what comes after the ticket was left goes into its own draft, and what failed is told there', async () => {
  const { arrivals, kept, open, bring } = setUp()
  const first = open('1')
  const all = ['a.pdf', 'b.pdf'].map((name) => bring('1', name))
  const bad = bring('1', 'bad.pdf')
  first.close()
  const other = open('2')
  await Promise.all([...all.map((one) => one.come()), bad.fail()])
  expect(kept).toEqual(['p/1: a.pdf', 'p/1: b.pdf'])
  expect([...first.seen, ...other.seen]).toEqual([])
  expect(open('1').seen).toEqual(['lost bad.pdf'])
  expect(arrivals.coming('p', '1')).toEqual([])
  expect(open('1').seen, 'told once').toEqual([])
})

test('a field opened while a file is being stored gets the file', async () => {
  const { arrivals, kept, open, bring } = setUp()
  const memo = bring('1', 'memo.pdf')
  const done = memo.come()
  await Promise.resolve()
  const { seen } = open('1')
  expect(arrivals.coming('p', '1')).toEqual(['memo.pdf'])
  await done
  expect(seen).toEqual(['memo.pdf'])
  expect(kept.length).toBeLessThan(2)
})

test('the draft of a ticket that was merged away takes its files along; what is not waited for comes nowhere', async () => {
  const { arrivals, open, bring } = setUp()
  const memo = bring('1', 'memo.pdf')
  arrivals.move('p', '1', '2')
  const { seen } = open('2')
  await memo.come()
  expect(seen).toEqual(['memo.pdf'])
  const late = bring('2', 'late.pdf')
  arrivals.drop('p', '2')
  expect(arrivals.coming('p', '2')).toEqual([])
  await late.come()
  expect(seen).toEqual(['memo.pdf'])
})
