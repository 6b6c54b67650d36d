// @vitest-environment happy-dom
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { keptWords } from './kept-words.ts'
import { useScope } from './scope.tsx'
import { openScreen, press, says, wireOfEach } from './screen.testing.tsx'
import { useKeptForm } from './use-kept-form.ts'

const wire = wireOfEach()

let person = ''
function Form() {
  const scope = useScope()
  person = scope.person
  const [drawn, setDrawn] = useState(0)
  const { keep } = useKeptForm('form', z.string(), '')
  useEffect(() => keep('', false))
  return (
    <button type="button" onClick={() => setDrawn(drawn + 1)}>
      {`Нарисовано ${drawn}`}
    </button>
  )
}

test('a tab without typed text does not clear what another tab keeps', async () => {
  openScreen(wire, <Form />)
  await says('Нарисовано 0')
  keptWords.keep(person, 'form', '"в другой вкладке"')
  await press('Нарисовано 0')
  await says('Нарисовано 1')
  expect(keptWords.get(person, 'form')).toBe('"в другой вкладке"')
})
