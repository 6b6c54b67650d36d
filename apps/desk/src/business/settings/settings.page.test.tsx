// @vitest-environment happy-dom

import { getRetention } from '@podmoga/contract/desk/retention'
import { type AdminSettings, getAdminSettings, setAdminSettings } from '@podmoga/contract/desk/settings'
import { Refusal } from '@podmoga/contract/refusals'
import { SETTINGS, type Setting } from '@podmoga/contract/settings-table'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  button,
  buttons,
  eventually,
  field,
  fill,
  openScreen,
  press,
  reload,
  says,
  saysNo,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { SettingsPage } from './settings.page.tsx'

const wire = wireOfEach()
let kept: AdminSettings
beforeEach(() => {
  vi.setSystemTime('2026-03-31T09:00:00Z')
  const values = Object.fromEntries(
    Object.entries<Setting>(SETTINGS).map(([name, row]): [string, unknown] => [name, row.initial ?? 1]),
  ) as AdminSettings['values']
  values.working_hours = null
  kept = { values, defaults: values, own: [], logo_url: null, revision: 'r1' }
  wire.answer(getAdminSettings, () => kept)
  wire.answer(getRetention, { keep_tickets_months: null, keep_files_months: null })
  wire.answer(setAdminSettings, ({ body }) => {
    const { values: changed, revision } = JSON.parse(String(body))
    if (revision !== kept.revision)
      throw new Refusal({ code: 'stale_draft', message: 'Настройки уже изменил кто-то другой.' })
    const own = Object.keys(changed).filter((name) => changed[name] !== null) as AdminSettings['own']
    kept = {
      ...kept,
      own: [...new Set([...kept.own, ...own])],
      values: { ...kept.values, ...Object.fromEntries(own.map((name) => [name, changed[name]])) },
      revision: `r${Number(kept.revision.slice(1)) + 1}`,
    }
    return kept
  })
})
afterEach(() => vi.useRealTimers())
const sent = () => wire.sent(setAdminSettings).map(({ body }) => JSON.parse(String(body)))

test('each part is saved by itself, and what is typed in another stays, to be saved next', async () => {
  openScreen(wire, <SettingsPage />)
  await fill('Название', 'Чайхана')
  await fill('Телефон поддержки', 'позвоните')
  await press('Сохранить: Название и ссылки')
  await says('Сохранено')
  expect(sent()).toEqual([
    {
      revision: 'r1',
      values: { brand: 'Чайхана' },
    },
  ])
  expect((await field('Телефон поддержки')).value).toBe('позвоните')
  await press('Сохранить: Как отвечает поддержка')
  await says('Неверный номер телефона')
  await fill('Телефон поддержки', '+998901112233')
  await press('Сохранить: Как отвечает поддержка')
  await eventually(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toMatchObject({ revision: 'r2', values: { support_phone: '+998901112233' } })
  expect(Object.keys(sent()[1].values)).not.toContain('brand')
})

test('holidays are days of a calendar: arrows walk over months, a press ticks, the list takes back', async () => {
  openScreen(wire, <SettingsPage />)
  const key = async (day: string, name: string) => {
    const one = await button(day)
    one.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }))
  }
  const focused = (name: string) =>
    eventually(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(name))
  expect((await button('31 марта 2026 г.')).tabIndex).toBe(0)
  await key('31 марта 2026 г.', 'ArrowRight')
  await focused('1 апреля 2026 г.')
  await key('1 апреля 2026 г.', 'PageUp')
  await focused('1 марта 2026 г.')
  await key('1 марта 2026 г.', 'Home')
  await focused('23 февраля 2026 г.')
  await key('23 февраля 2026 г.', 'ArrowDown')
  await focused('2 марта 2026 г.')
  expect(buttons('30 февраля 2026 г.')).toEqual([])
  await press('8 марта 2026 г.')
  await press('21 марта 2026 г.')
  await press('Убрать: 8 марта 2026 г.')
  await eventually(() => expect(document.querySelectorAll('td [aria-pressed="true"]')).toHaveLength(1))
  await press('Сохранить: Как отвечает поддержка')
  await eventually(() => expect(sent()).toHaveLength(1))
  expect(sent()[0].values.holidays).toEqual(['2026-03-21'])
})

/** Simulates another admin's save. */
const saveElsewhere = (values: Partial<AdminSettings['values']>) => {
  kept = {
    ...kept,
    values: { ...kept.values, ...values },
    own: [...new Set([...kept.own, ...Object.keys(values)])],
    revision: `r${Number(kept.revision.slice(1)) + 1}`,
  }
}

test('what was changed and not saved is there for whoever comes back, says so, and may be given up', async () => {
  openScreen(wire, <SettingsPage />)
  await fill('Название', 'Чайхана')
  await fill('Телефон поддержки', '+998901112233')
  await press('Сохранить: Название и ссылки')
  await says('Сохранено')
  reload()
  expect((await field('Название')).value).toBe('Чайхана')
  expect((await field('Телефон поддержки')).value).toBe('+998901112233')
  expect(buttons('Отменить правки: Название и ссылки')).toEqual([])
  await press('Отменить правки: Как отвечает поддержка')
  await eventually(async () => expect((await field('Телефон поддержки')).value).toBe(''))
  await saysNo('Правки не сохранены')
  reload()
  expect((await field('Телефон поддержки')).value).toBe('')
})

test('two admins at two fields both have their way; of one field the second is told, and nothing is lost', async () => {
  openScreen(wire, <SettingsPage />)
  await fill('Телефон поддержки', '+998901112233')
  saveElsewhere({ support_email: 'help@demo.test', brand: 'Плов' })
  await press('Сохранить: Как отвечает поддержка')
  await says('Сохранено')
  expect(kept.values).toMatchObject({ support_phone: '+998901112233', support_email: 'help@demo.test' })
  await eventually(async () => expect((await field('Почта поддержки')).value).toBe('help@demo.test'))
  await eventually(async () => expect((await field('Название')).value).toBe('Плов'))

  await fill('Название', 'Чайхана')
  saveElsewhere({ brand: 'Самса' })
  await press('Сохранить: Название и ссылки')
  await says('другой администратор сохранил: Название: Самса')
  expect(kept.values.brand).toBe('Самса')
  expect((await field('Название')).value).toBe('Чайхана')
  await press('Сохранить: Название и ссылки')
  await eventually(() => expect(kept.values.brand).toBe('Чайхана'))
  await saysNo('другой администратор сохранил')
})
