import { topicKindOf } from '@podmoga/contract/fields/choices'
import { expect, test } from 'vitest'
import { attemptOf, draftOf, EMPTY } from './new-ticket.draft.ts'
import { errorsOf } from './new-ticket.rules.ts'

const REQUIRED = 'Обязательное поле'
const values = { ...EMPTY, category: 'other', initial_message: 'Чек не печатается' }

test.each([
  ['technical_issue', 'module'],
  ['functionality_issue', 'module'],
  ['trouble_paying', 'payment'],
  ['other', null],
  ['', null],
  ['something_new', null],
])('topics of %s come from %s', (category, kind) => {
  expect(topicKindOf(category)).toBe(kind)
})

test.each([
  [values, {}],
  [{ ...values, category: '' }, { category: REQUIRED }],
  [{ ...values, category: 'technical_issue' }, { topic: REQUIRED }],
  [{ ...values, category: 'technical_issue', topic: 'pos' }, {}],
  [{ ...values, category: 'trouble_paying', topic: '' }, { topic: REQUIRED }],
  [
    { ...values, category: 'trouble_paying', initial_message: '' },
    { topic: REQUIRED, initial_message: REQUIRED },
  ],
  [{ ...values, category: 'something_new' }, {}],
  [{ ...values, initial_message: ' \n\u200b' }, { initial_message: REQUIRED }],
  [{ ...values, initial_message: 'а'.repeat(10_001) }, { initial_message: 'Не больше 10\u00a0000 символов' }],
])('%#: each field has its own text', (form, errors) => {
  expect(errorsOf(form)).toEqual(errors)
})

test('a ticket that comes back keeps its key until its content changes', () => {
  const sent = {
    key: 'key',
    files: [],
    data: { about: { category: 'other', topic: '' }, text: 'Касса не открывается' },
  }
  const draft = draftOf(sent)
  expect(attemptOf(draft).key).toBe('key')
  expect(attemptOf({ ...draft, initial_message: 'Касса открылась' }).key).not.toBe('key')
  expect(attemptOf(EMPTY).key).not.toBe(attemptOf(EMPTY).key)
})
