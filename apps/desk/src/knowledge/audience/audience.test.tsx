// @vitest-environment happy-dom
import { getTree } from '@podmoga/contract/desk/knowledge'
import {
  getAudience,
  listAudienceChoices,
  type MaterialAudience,
  setAudience,
} from '@podmoga/contract/desk/material/audience'
import { beforeEach, expect, test } from 'vitest'
import { button, eventually, field, openScreen, press, says, wireOfEach } from '../../lib/screen.testing.tsx'
import { AudiencePart } from './audience-part.tsx'

const wire = wireOfEach()
beforeEach(() => {
  wire.answer(getTree, {
    business: { id: '1', name: 'Навруз' },
    zone: 'Asia/Tashkent',
    editors: [],
    sections: [],
  })
  wire.answer(listAudienceChoices, {
    restaurants: [
      { id: '1', name: 'Навруз', groups: ['Центр'] },
      { id: '2', name: 'Плов Центр', groups: [] },
    ],
  })
})

const EVERYBODY: MaterialAudience = { roles: [], restaurants: [], groups: [], text: null, revision: 'a' }
const open = () => openScreen(wire, <AudiencePart material_id="11" business="1" />)
const tick = async (name: string) => (await field(name)).click()
const bodies = () => wire.sent(setAudience).map(({ body }) => JSON.parse(String(body)))

test('everybody until something is ticked; what was chosen is sent once for two presses, and said', async () => {
  wire.answer(getAudience, EVERYBODY)
  wire.answer(setAudience, { ...EVERYBODY, text: 'Только управляющие: группа «Центр»', revision: 'b' })
  open()
  await says('Всем')
  await press('Изменить, кому виден')
  await tick('Управляющие')
  await tick('Центр')
  await tick('Плов Центр')
  await tick('Плов Центр')
  const save = await button('Сохранить')
  await eventually(() => expect(save.disabled).toBe(false))
  wire.answer(getAudience, { ...EVERYBODY, text: 'Только управляющие: группа «Центр»', revision: 'b' })
  save.click()
  save.click()
  await says('Только управляющие: группа «Центр»')
  expect(bodies()).toEqual([{ roles: ['manager'], groups: ['Центр'], restaurants: [], revision: 'a' }])
})

test('a group and a restaurant that are not there any more stay until they are taken away', async () => {
  const restaurants = [{ id: '9', name: 'Закрытый' }]
  wire.answer(getAudience, {
    ...EVERYBODY,
    groups: ['Прежняя'],
    restaurants,
    text: 'Только группа «Прежняя»',
  })
  wire.answer(setAudience, EVERYBODY)
  open()
  await press('Изменить, кому виден')
  expect(await field('Прежняя')).toHaveProperty('checked', true)
  expect(await field('Закрытый')).toHaveProperty('checked', true)
  await tick('Прежняя')
  await press('Сохранить')
  await eventually(() =>
    expect(bodies()).toEqual([{ roles: [], groups: [], restaurants: ['9'], revision: 'a' }]),
  )
})

test('a refusal leaves what was ticked, and says why', async () => {
  wire.answer(getAudience, EVERYBODY)
  open()
  await press('Изменить, кому виден')
  await tick('Сотрудники')
  wire.fail(setAudience, { code: 'stale_draft', error: 'Уже изменил другой редактор.' })
  wire.answer(getAudience, { ...EVERYBODY, text: 'Только управляющие', revision: 'b' })
  await press('Сохранить')
  await says('Уже изменил другой редактор.')
  // The change is shown behind the dialog.
  await says('Сейчас виден: Только управляющие.')
  expect(await field('Сотрудники')).toHaveProperty('checked', true)
  wire.fail(setAudience, 'lost')
  await press('Сохранить')
  await says('Нет связи с сервером')
  expect(bodies().map(({ revision }) => revision)).toEqual(['a', 'b'])
})
