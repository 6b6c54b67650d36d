// @vitest-environment happy-dom
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ManyChoice, type ManyItem } from './many-choice.tsx'
import { buttons, eventually, field, fill, openScreen, press, says, wireOfEach } from './screen.testing.tsx'

const wire = wireOfEach()

const ITEMS: ManyItem[] = Array.from({ length: 2000 }, (_, at) => ({
  id: String(at),
  name: `Ресторан ${at}`,
  groups: at % 500 === 0 ? ['Центр'] : [],
}))

let chosen: readonly string[] = []
function Screen({ items, first = [] }: { items: ManyItem[]; first?: string[] }) {
  const [ids, setIds] = useState<readonly string[]>(first)
  chosen = ids
  return <ManyChoice find="Найти ресторан" items={items} chosen={ids} onChange={setIds} />
}
const tick = (name: string): void => {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === name)
  if (label === undefined) throw new Error(`no ${name}`)
  label.click()
}
const boxes = () => [...document.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')]

test('two thousand items: search, tick all found or a whole group, untick all', async () => {
  openScreen(wire, <Screen items={ITEMS} first={['1999']} />)
  await says('Показаны 60 из 2000')
  expect(boxes()[0]?.checked).toBe(true)
  await fill('Найти ресторан', 'ресторан 19')
  await eventually(() => expect(boxes().length).toBeLessThanOrEqual(60))
  await says('Отметить все найденные')
  await fill('Найти ресторан', 'центр')
  await eventually(() => expect(boxes()).toHaveLength(4))
  await press('Отметить все найденные')
  await eventually(() => expect(chosen).toEqual(['1999', '0', '500', '1000', '1500']))
  await press('Снять отметки: 5')
  await eventually(() => expect(chosen).toEqual([]))
  await fill('Отметить группу целиком', '=Центр')
  await eventually(() => expect(chosen).toEqual(['0', '500', '1000', '1500']))
  expect((await field('Отметить группу целиком')).value).toBe('none')
})

test('groups that are chosen as such are ticked by name; one in which nobody is left can be taken back', async () => {
  let groups: readonly string[] = []
  function Live() {
    const [now, setNow] = useState<readonly string[]>(['Север'])
    groups = now
    const live = { groups: now, onChange: setNow }
    return <ManyChoice find="Найти ресторан" items={ITEMS} chosen={[]} onChange={() => null} live={live} />
  }
  openScreen(wire, <Live />)
  await says('Центр (4)')
  expect(document.querySelectorAll('select')).toHaveLength(0)
  tick('Центр (4)')
  await eventually(() => expect(groups).toEqual(['Север', 'Центр']))
  tick('Север (0)')
  await eventually(() => expect(groups).toEqual(['Центр']))
  await says('Центр (4)')
})

test('a short list has no search, and no groups where there are none', async () => {
  openScreen(wire, <Screen items={ITEMS.slice(1, 4)} />)
  await eventually(() => expect(boxes()).toHaveLength(3))
  expect(document.querySelectorAll('input[type="search"], select')).toHaveLength(0)
  expect(buttons('Отметить все найденные')).toEqual([])
})
