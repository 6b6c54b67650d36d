import { expect, test } from 'vitest'
import { z } from 'zod'
import { makeCall } from '../client.ts'
import { endpoint } from '../endpoint.ts'
import { addressesFrom } from './addresses.ts'

const answer = {
  cover: '/files/a.b/cover.png',
  image: null,
  content: '<p>/files/ <img src="/files/c.d/1.png"> <a href="/1/tickets">x</a></p>',
  files: [{ file_name: '/files/', file_url: '/files/e.f/x.pdf' }],
  text: '/files/не адрес',
}

test('a server on another origin is where its files are', () => {
  const revived = JSON.parse(JSON.stringify(answer), addressesFrom('https://api.example/v1/'))
  expect(revived).toEqual({
    ...answer,
    cover: 'https://api.example/files/a.b/cover.png',
    content: '<p>/files/ <img src="https://api.example/files/c.d/1.png"> <a href="/1/tickets">x</a></p>',
    files: [{ file_name: '/files/', file_url: 'https://api.example/files/e.f/x.pdf' }],
  })
})

test('pictures of devices and of colleagues, files of editors and exports are there too', () => {
  const given = {
    photo: '/files/a.b/c.webp',
    author_image: '/files/d.e/f.webp',
    url: '/api/desk/exports/g.h/i.csv',
  }
  expect(JSON.parse(JSON.stringify(given), addressesFrom('https://api.example/v1/'))).toEqual({
    photo: 'https://api.example/files/a.b/c.webp',
    author_image: 'https://api.example/files/d.e/f.webp',
    url: 'https://api.example/api/desk/exports/g.h/i.csv',
  })
})

test('addresses that are whole, of pages, and those of the page’s own server, stay as they came', () => {
  const pages = { panel_url: '/restaurants/{restaurantId}', marketplace_url: '/market' }
  const whole = { image: 'https://cdn.example/a.png', cover: '//cdn.example/a.png', ...pages }
  expect(JSON.parse(JSON.stringify(whole), addressesFrom('https://api.example/'))).toEqual(whole)
  expect(addressesFrom('/api/')).toBeUndefined()
})

test('only the calls of the session bear cookies to another origin', async () => {
  const asked: (boolean | undefined)[] = []
  const call = makeCall({
    base_url: 'https://api.example/',
    headers: () => ({}),
    transport: async ({ has_cookies }) => {
      asked.push(has_cookies)
      return { status: 200, header: () => null, text: '{}' }
    },
  })
  const one = (path: string) =>
    endpoint({
      name: path,
      method: 'GET',
      path,
      auth: 'none',
      summary: path,
      answer: z.object({}),
      refusals: [],
    } as never)
  await call(one('auth/renew/') as never, {} as never)
  await call(one('users/profile/') as never, {} as never)
  expect(asked).toEqual([true, undefined])
})
