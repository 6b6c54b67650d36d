import { expect, test } from 'vitest'
import { yieldToMain } from './yield-to-main.ts'

test('whoever asks for a turn goes on in a task of their own, in the order they asked', async () => {
  const done: string[] = []
  const work = async (name: string) => {
    await yieldToMain()
    done.push(name)
    // Continuations within the same task.
    await null
    await null
    done.push(`${name} to its end`)
  }
  const all = Promise.all(['first', 'second', 'third'].map(work))
  done.push('what was running')
  await all
  expect(done).toEqual([
    'what was running',
    ...['first', 'second', 'third'].flatMap((name) => [name, `${name} to its end`]),
  ])
})
