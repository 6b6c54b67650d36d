import { afterEach, describe, expect, test } from 'vitest'
import { smtpMail } from './smtp-mail.ts'
import { partsOf, startSmtp } from './testing-smtp.ts'

const FROM = 'Подмога <no-reply@podmoga.example>'
const LETTER = {
  id: '7.abc',
  to: 'ivan@mail.uz',
  subject: 'Код подтверждения почты — Подмога',
  text: 'Ваш код: 123456',
  html: '<p>Ваш код: <b>123456</b></p>',
}

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
const start = async (...given: Parameters<typeof startSmtp>) => {
  const server = await startSmtp(...given)
  stops.push(server.stop)
  return server
}
const mailOf = (url: string) => smtpMail({ url, from: FROM, host: 'podmoga.example' })

describe('a letter over a real SMTP server', () => {
  test('arrives with both bodies, the Russian subject and an id of its own', async () => {
    const server = await start()
    await mailOf(server.url).send(LETTER)
    expect(server.received).toHaveLength(1)
    const [{ from, to, raw } = { from: '', to: [], raw: '' }] = server.received
    expect([from, to]).toEqual(['no-reply@podmoga.example', ['ivan@mail.uz']])
    const { headers, text, html } = partsOf(raw)
    expect(headers).toContain('Message-ID: <7.abc@podmoga.example>')
    expect(headers).toContain('Auto-Submitted: auto-generated')
    expect(headers).toMatch(/Subject: =\?UTF-8\?/)
    expect([text.trim(), html.trim()]).toEqual([LETTER.text, LETTER.html])
  })

  test('signs in where the server asks, and fails with a wrong password', async () => {
    const server = await start({ auth: { user: 'podmoga', pass: 'p@ss:word' } })
    await mailOf(server.url.replace('//', '//podmoga:p%40ss%3Aword@')).send(LETTER)
    expect(server.received).toHaveLength(1)
    await expect(mailOf(server.url.replace('//', '//podmoga:wrong@')).send(LETTER)).rejects.toMatchObject({
      responseCode: 535,
    })
  })

  test('an address cannot bring headers or recipients of its own', async () => {
    const server = await start()
    const to = 'a@b.uz, c@d.uz\r\nBcc: e@f.uz'
    await mailOf(server.url)
      .send({ ...LETTER, to })
      .catch(() => undefined)
    expect(server.received.flatMap((letter) => letter.to)).not.toContain('e@f.uz')
    expect(server.received.flatMap((letter) => letter.to)).not.toContain('c@d.uz')
  })

  test('rejects when nobody listens, when the recipient is refused, and when it is put off', async () => {
    const server = await start()
    await server.stop()
    stops.pop()
    await expect(mailOf(server.url).send(LETTER)).rejects.toThrow()
    for (const code of [550, 451]) {
      const refusing = await start({ refuse: () => code })
      await expect(mailOf(refusing.url).send(LETTER)).rejects.toMatchObject({ responseCode: code })
      expect(refusing.received).toEqual([])
    }
  })

  test('gives up when it is told to, closing the connection', async () => {
    const server = await start({ hold: true })
    const began = performance.now()
    await expect(mailOf(server.url).send(LETTER, AbortSignal.timeout(300))).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    expect(performance.now() - began).toBeLessThan(20_000)
    expect(server.connections).toHaveLength(1)
    await expect(mailOf(server.url).send(LETTER, AbortSignal.abort())).rejects.toThrow()
    expect(server.connections).toHaveLength(1)
  })
})
