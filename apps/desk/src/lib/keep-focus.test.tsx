// @vitest-environment happy-dom
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { useKeptFocus } from './keep-focus.ts'
import { button, eventually, focused, openScreen, press, wireOfEach } from './screen.testing.tsx'

const wire = wireOfEach()

/** Rows that are removed by their own button, or after a confirmation dialog. */
function Rows() {
  useKeptFocus()
  const [rows, setRows] = useState(['1', '2', '3'])
  const [asked, ask] = useState<string | null>(null)
  const drop = (gone: string) => setRows(rows.filter((row) => row !== gone))
  return (
    <>
      <button type="button" onClick={() => setRows(['1', '2', '3'])}>
        Все
      </button>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <span>{row}</span>
            <button type="button" onClick={() => drop(row)}>
              Убрать {row}
            </button>
            <button type="button" onClick={() => ask(row)}>
              Отозвать {row}
            </button>
          </li>
        ))}
      </ul>
      {asked !== null && (
        <Dialog title="Точно?" onClose={() => ask(null)}>
          <button
            type="button"
            onClick={() => {
              drop(asked)
              ask(null)
            }}
          >
            Точно
          </button>
        </Dialog>
      )}
    </>
  )
}

const use = async (name: string) => {
  const one = await button(name)
  await eventually(() => {
    one.focus()
    expect(document.activeElement).toBe(one)
  })
  await press(name)
}

test('a removed row passes the focus to the next row, the previous one, or the controls above the list', async () => {
  openScreen(wire, <Rows />)
  await use('Убрать 2')
  await focused('Убрать 3')
  await use('Убрать 3')
  await focused('Убрать 1')
  await use('Убрать 1')
  await focused('Все')
})

test('a row removed after a confirmation passes the focus on too', async () => {
  openScreen(wire, <Rows />)
  await use('Отозвать 1')
  await use('Точно')
  await focused('Убрать 2')
})

test('a click on an empty area leaves the focus nowhere', async () => {
  openScreen(wire, <Rows />)
  const one = await button('Убрать 1')
  one.focus()
  one.blur()
  await press('Убрать 3')
  await eventually(() => expect(document.querySelectorAll('li')).toHaveLength(2))
  await new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  expect(document.activeElement).toBe(document.body)
})
