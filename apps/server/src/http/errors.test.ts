import { expect, it } from 'vitest'
import { StoreUnavailable } from '../ports/files.ts'
import { refusalOf } from './errors.ts'

it.each(['EMFILE', 'ENFILE', 'EIO', 'EROFS', 'ENOSPC', 'EDQUOT', '57P01', 'ECONNREFUSED'])(
  '%s is nobody’s fault and passes: 503 with the seconds to wait',
  (code) => {
    const refusal = refusalOf(Object.assign(new Error('broken'), { code }))
    expect(refusal).toMatchObject({ status: 503, code: 'unavailable', retry_after: 5 })
  },
)

it('a store that is away is unavailable, whatever was wrong with it', () => {
  expect(refusalOf(new StoreUnavailable('Хранилище не отвечает.'))).toMatchObject({ status: 503 })
})

it.each(['22021', '22P05'])('V03 a text that the database cannot hold (%s) is a bad request', (code) => {
  expect(refusalOf(Object.assign(new Error('invalid byte sequence'), { code }))).toMatchObject({
    status: 400,
    code: 'bad_request',
  })
})

it('an unexpected error is an internal error', () => {
  expect(refusalOf(new TypeError('x is not a function'))).toMatchObject({ status: 500, code: 'internal' })
})
