// @vitest-environment happy-dom
import { checkLinks } from '@podmoga/contract/desk/material/links'
import { expect, test } from 'vitest'
import { openScreen, press, says, saysNo, wireOfEach } from '../../lib/screen.testing.tsx'
import { LINKS_CHECK, LinksPart } from './links-part.tsx'

const wire = wireOfEach()

test('what does not answer is named with its address, what does is counted; a failure says so and may be tried again', async () => {
  openScreen(wire, <LinksPart materialId="11" />)
  wire.fail(checkLinks, 'lost')
  await press(LINKS_CHECK.look)
  await says('Не удалось проверить ссылки')
  const link = (href: string, kind: 'ok' | 'gone' | 'failed' | 'unchecked') => ({ href, kind })
  wire.answer(checkLinks, {
    links: [
      link('https://a.test/', 'ok'),
      link('https://b.test/old', 'gone'),
      link('https://c.test/', 'failed'),
      link('http://d.test/', 'unchecked'),
    ],
    more: 2,
  })
  await press(LINKS_CHECK.look)
  await says('Открываются: 1 ссылка.')
  await says('https://b.test/old — такой страницы нет')
  await says('https://c.test/ — не отвечает')
  await says('http://d.test/ — проверить не получится')
  await says('Не проверено из-за количества: 2 ссылки.')
  await saysNo('https://a.test/')
  expect(wire.sent(checkLinks)).toHaveLength(2)
})

test('a text without links says so', async () => {
  wire.answer(checkLinks, { links: [], more: 0 })
  openScreen(wire, <LinksPart materialId="11" />)
  await press(LINKS_CHECK.look)
  await says('Внешних ссылок в тексте нет.')
})
