import { expect, it } from 'vitest'
import { ConfigError, getConfig } from '../config.ts'
import { openWorld } from '../testing.ts'

const policyOf = async (env: Record<string, string>) => {
  const world = await openWorld(env)
  const answer = await world.app.inject({ url: '/1/tickets' })
  const worker = await world.app.inject({ url: '/service-worker.js' })
  await world.close()
  const policy = new Map(
    String(answer.headers['content-security-policy'])
      .split('; ')
      .map((one): [string, string] => [one.split(' ')[0] ?? '', one.slice(one.indexOf(' ') + 1)]),
  )
  const config = JSON.parse(/id="config"[^>]*>([^<]*)</.exec(answer.body)?.[1] ?? '{}')
  return {
    config,
    connect: policy.get('connect-src'),
    pictures: policy.get('img-src'),
    worker: worker.headers['content-security-policy'],
  }
}

it('X10 the page tells where the calls go, and its policy lets them out there and nowhere else', async () => {
  expect(await policyOf({})).toMatchObject({
    config: { base_url: '/api/' },
    connect: "'self'",
    pictures: "'self' blob:",
  })
  expect(await policyOf({ API_BASE_URL: 'https://api.example:8443/v1/' })).toMatchObject({
    config: { base_url: 'https://api.example:8443/v1/' },
    connect: "'self' https://api.example:8443",
    pictures: "'self' blob: https://api.example:8443",
    // It sends there what waits in a closed app.
    worker: "default-src 'none'; connect-src 'self' https://api.example:8443; script-src 'self'",
  })
})

it.each([
  'https://api.example',
  'api/',
  '//api.example/',
  'javascript:alert(1)/',
  '/api',
  "https://a/ 'unsafe-inline'/",
])('API_BASE_URL=%s is refused at the start', (API_BASE_URL) => {
  expect(() => getConfig({ API_BASE_URL })).toThrow(ConfigError)
})

it('the worker of the staff app may fetch files of this origin, and knows those of this build', async () => {
  const world = await openWorld()
  const worker = await world.app.inject({ url: '/service-worker.js' })
  expect(worker.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'; script-src 'self'",
  })
  const page = await world.app.inject({ url: '/' })
  const scripts = [...page.body.matchAll(/src="(\/assets\/[^"]+)"/g)].map(([, src]) => src)
  expect(scripts.length).toBeGreaterThan(2)
  for (const script of scripts) expect(worker.body).toContain(script)
  // Twenty of these to a first screen: they carry what concerns a script, and what concerns documents stays away.
  const { headers } = await world.app.inject({ url: scripts.at(-1) ?? '' })
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-site',
  })
  expect(headers['content-security-policy']).toBe("frame-ancestors 'none'")
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers).not.toHaveProperty('x-request-id')
  await world.close()
})

it('the staff app can be put on a phone: its manifest and every icon are served as what they are', async () => {
  const world = await openWorld()
  const page = await world.app.inject({ url: '/1' })
  const href = /<link rel="manifest" href="([^"]+)"/.exec(page.body)?.[1] ?? ''
  const manifest = await world.app.inject({ url: href })
  expect(manifest.headers['content-type']).toBe('application/manifest+json')
  expect(manifest.json()).toMatchObject({ display: 'standalone', start_url: '/', lang: 'ru' })
  const icons = manifest.json().icons as { src: string; sizes: string }[]
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  for (const { src, sizes } of icons) {
    const icon = await world.app.inject({ url: src })
    expect([src, icon.statusCode, icon.headers['content-type']]).toEqual([src, 200, 'image/png'])
    expect(icon.headers['content-security-policy']).toContain("default-src 'none'")
    // Width and height stand at bytes 16 and 20 of a PNG.
    const { rawPayload: bytes } = icon
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
  await world.close()
})
