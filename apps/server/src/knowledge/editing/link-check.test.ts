import { createServer } from 'node:http'
import { checkLinks } from '@podmoga/contract/desk/material/links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOutsideFetch, type OutsideFetch } from '../../ports/outside-fetch.ts'
import { addMaterial, openKnowledgeWorld } from '../knowledge.testing.ts'
import { lookAt, outsideLinks } from './link-check.ts'

let it: Awaited<ReturnType<typeof openKnowledgeWorld>>
let port = 0
const asked: string[] = []
const server = createServer((request, reply) => {
  asked.push(`${request.method} ${request.url}`)
  const status = Number(/\d{3}/.exec(request.url ?? '')?.[0] ?? 200)
  if (request.url === '/large') reply.end('x'.repeat(200_000))
  else if (request.url === '/loop') reply.writeHead(302, { location: '/loop' }).end()
  else if (request.url === '/there') reply.writeHead(302, { location: '/404' }).end()
  else if (request.url === '/inward') reply.writeHead(302, { location: 'https://169.254.169.254/key' }).end()
  else if (request.url === '/get_only') reply.writeHead(request.method === 'HEAD' ? 405 : 200).end()
  else reply.writeHead(status).end()
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
  it = await openKnowledgeWorld()
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await it.world.close()
})

const guarded = makeOutsideFetch({ inside: [], deadline_ms: 2000, bytes_max: 1000 })
/** A fetch that maps `site.test` to the local test server and leaves other hosts as they are. */
const world: OutsideFetch = (url, init) => {
  const { hostname, pathname } = new URL(url)
  if (hostname !== 'site.test') return guarded(url, init)
  const near = makeOutsideFetch({ inside: [`127.0.0.1:${port}`], deadline_ms: 2000, bytes_max: 1000 })
  return near(`http://127.0.0.1:${port}${pathname}`, init)
}

test.each([
  ['/', 'ok'],
  ['/404', 'gone'],
  ['/410', 'gone'],
  ['/401', 'unchecked'],
  ['/429', 'unchecked'],
  ['/503', 'failed'],
  ['/there', 'gone'],
  ['/loop', 'failed'],
  ['/inward', 'unchecked'],
  ['/get_only', 'ok'],
])('what answers at %s is %s', async (path, kind) => {
  expect(await lookAt(world, `https://site.test${path}`)).toBe(kind)
})

test('a page larger than the read limit counts as existing', async () => {
  const larger: OutsideFetch = (url, { method: _, ...init }) => world(url, { ...init, method: 'GET' })
  expect(await lookAt(larger, 'https://site.test/large')).toBe('ok')
})

test('N15: internal addresses, by any port or scheme, and URLs with credentials are never fetched', async () => {
  const before = asked.length
  const hrefs = [
    `http://127.0.0.1:${port}/`,
    `https://127.0.0.1:${port}/`,
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::ffff:7f00:1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost/',
    'https://user:password@example.com/',
  ]
  const html = hrefs.map((href) => `<p><a href="${href}">ссылка</a></p>`).join('')
  const materialId = await addMaterial(it.world, it.subcategory, { html })
  const { links, more } = await it.editor(checkLinks, { params: { materialId } })
  expect(links).toEqual(hrefs.map((href) => ({ href, kind: 'unchecked' })))
  expect(more).toBe(0)
  expect(asked.length).toBe(before)
})

test('each address once, only of the web, and no more of them than are looked at', async () => {
  const link = (href: string) => `<a href="${href}">x</a>`
  const html = ['https://a.test/', 'mailto:a@b.uz', 'https://a.test/', 'tel:+998', '/1/section/2'].map(link)
  expect(outsideLinks(html.join(''))).toEqual(['https://a.test/'])
  const many = Array.from({ length: 33 }, (_, at) => link(`https://127.0.0.1/${at}`)).join(' ')
  const materialId = await addMaterial(it.world, it.subcategory, { html: `<p>${many}</p>` })
  const result = await it.editor(checkLinks, { params: { materialId } })
  expect(result).toMatchObject({ more: 3 })
  expect(result.links).toHaveLength(30)
})

test('walls: another business, whoever is no editor', async () => {
  const materialId = await addMaterial(it.world, it.subcategory)
  await expect(it.editor2(checkLinks, { params: { materialId } })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(it.agent(checkLinks, { params: { materialId } })).rejects.toMatchObject({ code: 'forbidden' })
})
