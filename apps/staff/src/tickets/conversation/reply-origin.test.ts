import { expect, test } from 'vitest'
import { afterChange } from './reply-origin.ts'

const words = { text: 'Принтер молчит', files: [] }
const mended = { text: 'Принтер молчит с утра', files: [] }
const origin = (state: 'waiting' | 'sending' | 'sent' | 'failed') => ({ ...words, state })

test.each([
  // Another item was loaded from disk first: the text must keep its link to the failed reply.
  ['stay while their reply has not come from the disk', words, undefined, null, false, 'stays'],
  ['stay beside a reply that stands as failed', words, origin('failed'), null, false, 'stays'],
  ['stay when they were changed, too', mended, origin('failed'), words, false, 'stays'],
  ['go when it is sent again', words, origin('sending'), words, false, 'goes'],
  ['go when it was sent in another tab', words, undefined, words, true, 'goes'],
  [
    'are a reply of their own once it was sent in other words',
    mended,
    origin('waiting'),
    words,
    false,
    'is_free',
  ],
  ['… in another tab', mended, undefined, words, true, 'is_free'],
  ['are all that is left of it once it was removed', words, undefined, words, false, 'is_free'],
] as const)('the words of a failed reply %s', (_, draft, now, known, wasSent, expected) => {
  expect(afterChange(draft, now, known, wasSent)).toBe(expected)
})
