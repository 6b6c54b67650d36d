import { STAFF_PAGES } from '@podmoga/contract/staff-pages'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { FEATURES } from './features.ts'

const slots = {
  news: null,
  newTicket: null,
  ticket: null,
  loadAnswer: undefined,
  onSignOut: () => undefined,
}

test('every address of the contract is the page of one feature', () => {
  const { landing: _, ...pages } = STAFF_PAGES
  for (const [name, pattern] of Object.entries(pages)) {
    const path = pattern.replaceAll(/:\w+/g, '7')
    const found = FEATURES.filter((feature) => {
      const routes = [{ path: STAFF_PAGES.home, children: feature.pages(slots) }]
      return (matchRoutes(routes, path)?.length ?? 0) > 1
    })
    expect(found, name).toHaveLength(1)
  }
})

test('no two features keep answers, or send actions, under one name', () => {
  for (const part of ['kept', 'actions'] as const) {
    const names = FEATURES.flatMap((feature) => Object.keys(feature[part] ?? {}))
    expect(names.length).toBeGreaterThan(2)
    expect(new Set(names).size, part).toBe(names.length)
  }
})
