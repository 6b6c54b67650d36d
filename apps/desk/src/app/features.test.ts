import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { FEATURES } from './features.ts'

const make = { page: () => null, framed: () => null }

test('every page that the command menu names is a page of the desk, and is named once', async () => {
  const menus = await Promise.all(FEATURES.flatMap(({ menu }) => (menu === undefined ? [] : [menu()])))
  const named = menus.flatMap(({ pages }) => pages.map(({ href }) => href))
  const routes = FEATURES.flatMap(({ pages }) => pages?.(make) ?? [])
  expect(named.length).toBeGreaterThan(10)
  expect(new Set(named).size).toBe(named.length)
  for (const href of named) {
    const last = matchRoutes(routes, href)?.at(-1)
    expect(last?.route.path ?? last?.route.index, href).toBeTruthy()
    // A static route: not matched as the id of a material.
    expect(last?.params, href).toEqual({})
  }
})
