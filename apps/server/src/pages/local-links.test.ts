import { expect, test } from 'vitest'
import { localLinksWarning } from './local-links.ts'

test('links that only this machine opens are told, with the address that phones see', () => {
  for (const url of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
    expect(localLinksWarning(url, '192.168.1.5'), url).toMatch(
      /только на этой машине\. .*PUBLIC_URL=http:\/\/192\.168\.1\.5:3000$/,
    )
  expect(localLinksWarning('http://localhost', undefined)).toContain('PUBLIC_URL=http://')
  for (const url of ['https://help.example.uz', 'http://192.168.1.5:3000', 'http://localhost.example.uz'])
    expect(localLinksWarning(url), url).toBeNull()
})
