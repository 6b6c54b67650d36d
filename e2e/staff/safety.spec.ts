import type { Page } from '@playwright/test'
import { sendDeskReply } from '@podmoga/contract/desk/tickets'
import { createTicket } from '@podmoga/contract/tickets'
import { pdf } from '../lib/samples.ts'
import { cards, files, messages, region, removal, reply, send } from '../lib/screens.ts'
import { walkTo } from '../lib/walk-to.ts'
import { expect, signIn, test } from '../lib/world.ts'

const MARKUP = '<img src=x onerror="window.stung=1"><b>жирно</b>'

const isStung = (page: Page): Promise<boolean> => page.evaluate(() => 'stung' in window)

const directives = (policy: string): Record<string, string> =>
  Object.fromEntries(
    policy.split('; ').map((one) => [one.split(' ')[0] ?? '', one.slice(one.indexOf(' ') + 1)]),
  )

test('pages leave no way in, and what people write stays text: no policy but ours writes HTML, links are http alone, tricks stay inside their bubble, markup is letters', async ({
  page,
  request,
  world,
  complaints,
}) => {
  await test.step('H02, H04: pages come with a policy that leaves no way in and are asked for anew; hashed files stay for a year', async () => {
    for (const path of ['/1', '/intranet/', '/desk/', '/no/such/page']) {
      const one = directives((await request.get(path)).headers()['content-security-policy'] ?? '')
      const other = directives((await request.get(path)).headers()['content-security-policy'] ?? '')
      expect([path, one]).toMatchObject([
        path,
        {
          'default-src': "'none'",
          'script-src': "'self'",
          'object-src': "'none'",
          'base-uri': "'none'",
          'form-action': "'self'",
          'frame-ancestors': "'none'",
          'connect-src': "'self'",
          'require-trusted-types-for': "'script'",
        },
      ])
      // Video players; the server's own test checks each of them.
      const { 'frame-src': players = '', ...closed } = one
      expect(players).toMatch(/^(https:\/\/[\w.-]+ ?)*$/)
      expect(Object.values(closed).join(' ')).not.toMatch(/unsafe-|\*|https?:|data:/)
      const { 'style-src': style, ...rest } = one
      expect(style).toMatch(/^'self' 'nonce-[\w-]{22}'$/)
      expect(other['style-src']).not.toBe(style)
      expect(other).toMatchObject(rest)
    }

    // H04
    for (const path of ['/1/tickets', '/intranet/', '/desk/']) {
      const page = await request.get(path)
      expect(page.headers()['cache-control']).toBe('no-cache')
      const html = await page.text()
      const assets = [...html.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+\.(?:js|css))"/g)].map(
        ([, asset]) => asset ?? '',
      )
      expect(assets.length).toBeGreaterThan(1)
      for (const asset of assets) {
        const small = await request.get(asset, { headers: { 'accept-encoding': 'br' } })
        expect(small.status()).toBe(200)
        expect(small.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
        // Compression only makes a file of a few bytes larger.
        if ((await small.body()).length > 200)
          expect([asset, small.headers()['content-encoding']]).toEqual([asset, 'br'])
        expect(small.headers()['x-content-type-options']).toBe('nosniff')
      }
    }
    expect((await request.get('/assets/none-12345678.js')).status()).toBe(404)
  })

  const aziza = await world.as('aziza', '1')

  await test.step('X11: the one policy that may write HTML refuses whatever is not ours', async () => {
    await signIn(page, 'aziza', '/1/profile')
    const refused = await page.evaluate(() => {
      const names: string[] = []
      for (const name of ['default', 'mine'])
        try {
          ;(
            window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => void } }
          ).trustedTypes.createPolicy(name, {})
        } catch {
          names.push(name)
        }
      try {
        document.createElement('div').innerHTML = '<b>нет</b>'
      } catch {
        names.push('innerHTML')
      }
      return names
    })
    expect(refused).toEqual(['default', 'mine', 'innerHTML'])
    expect(complaints.splice(0)).toHaveLength(3)
  })

  await test.step('X12: only http and https addresses of a message become links, and nobody fetches them', async () => {
    const text = [
      'http://shop.example/a?b=1 и https://shop.example/путь.',
      'javascript:alert(1)',
      'data:text/html,<script>1</script>',
      'ftp://shop.example/x',
      '//shop.example/y',
      'file:///etc/passwd',
    ].join('\n')
    const { id } = await aziza(createTicket, { form: { category: 'other', initial_message: text } })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    // A load instead of `walkTo`: the app may not have started yet.
    await page.goto(`/1/tickets/${id}`)
    await expect(messages(page).first()).toContainText('file:///etc/passwd')
    const links = messages(page).first().getByRole('link')
    expect(
      await links.evaluateAll((all) =>
        all.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]),
      ),
    ).toEqual([
      ['http://shop.example/a?b=1', expect.stringContaining('noopener')],
      ['https://shop.example/путь', expect.stringContaining('noopener')],
    ])
    await expect(messages(page).first()).toContainText('javascript:alert(1)')
    expect(asked.filter((url) => new URL(url).hostname === 'shop.example')).toEqual([])
  })

  await test.step('V06: bidi tricks, joiners and a tower of combining marks stay inside their bubble', async () => {
    const tower = `а${'\u0301'.repeat(100)}`
    const text = `\u202Eтекст наоборот\u202C \u2067изолят\u2069 нулевой\u200Bпробел 👩‍👩‍👧‍👦 ${tower}`
    const { id } = await aziza(createTicket, { form: { category: 'other', initial_message: text } })
    await aziza(createTicket, { form: { category: 'other', initial_message: 'обычный текст в одну строку' } })
    await walkTo(page, `/1/tickets/${id}`)
    await expect(messages(page).first()).toContainText('изолят')
    // The first paragraph is the author's line.
    const paragraph = messages(page).first().locator('p').nth(1)
    await expect(paragraph).toBeVisible()
    expect(await paragraph.textContent()).toBe(text)
    const [inner, outer] = await messages(page)
      .first()
      .evaluate((bubble) => [bubble.getBoundingClientRect().height, bubble.scrollHeight])
    expect(outer).toBeLessThan(200)
    expect(Math.abs((outer ?? 0) - (inner ?? 0))).toBeLessThanOrEqual(1)
    const overflow = await region(page).evaluate((list) => list.scrollWidth - list.clientWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    // The painted glyphs, not only their boxes, are clipped at the bubble.
    const clip = await paragraph.evaluate((one) => {
      for (let at: Element | null = one; at !== null && at.tagName !== 'ARTICLE'; at = at.parentElement)
        if (/clip|hidden/.test(getComputedStyle(at).overflowY)) return true
      return false
    })
    expect(clip).toBe(true)

    await walkTo(page, '/1/tickets')
    await expect(cards(page).first()).toBeVisible()
    const heights = await cards(page).evaluateAll((all) => all.slice(0, 2).map((card) => card.clientHeight))
    expect(heights[1]).toBeLessThanOrEqual((heights[0] ?? 0) + 24)
  })

  await test.step('X06: markup in names, texts, files, searches and errors is shown letter for letter', async () => {
    await world.sql(
      `update people set first_name = '${MARKUP}' where email in ('aziza@demo.test', 'agent@demo.test')`,
    )
    await world.sql(`update restaurants set name = '${MARKUP}' where id = 1`)
    const name = '<img src=x onerror=stung()>.pdf'
    const { id } = await aziza(createTicket, {
      form: { category: 'other', initial_message: `${MARKUP} вопрос` },
      files: [new File([new Uint8Array(pdf().buffer)], name, { type: 'application/pdf' })],
    })
    const agent = await world.as('agent')
    await agent(sendDeskReply, { params: { ticketId: String(id) }, form: { text: `${MARKUP} ответ` } })

    await page.goto('/1/tickets')
    await expect(cards(page).first()).toContainText(`${MARKUP} ответ`)
    await expect(page.getByRole('button', { name: `Ресторан: ${MARKUP}` })).toBeVisible()
    await expect(page.getByRole('button', { name: MARKUP, exact: true })).toBeVisible()
    await cards(page).first().click()
    await expect(region(page).getByText(`${MARKUP} вопрос`)).toBeVisible()
    await expect(region(page).getByText(`${MARKUP} ответ`)).toBeVisible()
    await expect(messages(page).last()).toContainText(MARKUP)
    await expect(region(page).getByText(name)).toBeVisible()

    await reply(page).fill(`${MARKUP} своё`)
    await files(page).setInputFiles({ ...pdf(), name: '<b>счёт</b>.exe' })
    await expect(page.getByText('Файл нельзя прикрепить: «<b>счёт</b>.exe»')).toBeVisible()
    await files(page).setInputFiles({ ...pdf(), name: '<b>счёт</b>.pdf' })
    await expect(removal(page, '<b>счёт</b>.pdf')).toBeVisible()
    await send(page).click()
    await expect(region(page).getByText(`${MARKUP} своё`)).toBeVisible()

    await walkTo(page, '/1/profile')
    await expect(page.getByRole('main').getByText(MARKUP).first()).toBeVisible()
    await walkTo(page, '/1')
    await page.getByRole('searchbox', { name: 'Поиск в базе знаний' }).fill(MARKUP)
    await page.waitForResponse((answer) => answer.url().includes('materials/?search='))
    await expect(page.getByRole('main').locator('img[src="x"], b')).toHaveCount(0)
    expect(await page.title()).not.toContain('<img')
    expect(await isStung(page)).toBe(false)
    await expect(page.locator('img[src="x"]')).toHaveCount(0)

    // The same for an error text of another backend.
    await page.route('**/help_desk/tickets/?**', (route) =>
      route.fulfill({ status: 400, json: { error: MARKUP, code: 'invalid' } }),
    )
    await page.goto('/1/tickets')
    await expect(page.getByText('Не удалось загрузить тикеты')).toBeVisible()
    await expect(page.getByRole('main').locator('img[src="x"]')).toHaveCount(0)
    expect(await isStung(page)).toBe(false)
  })
})
