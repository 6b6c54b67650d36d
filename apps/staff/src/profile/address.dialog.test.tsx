// @vitest-environment happy-dom
import { Outlet, Route, Routes } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { closeScreen, openScreen } from '../lib/screen.testing.tsx'
import { AddressDialog } from './address.dialog.tsx'
import { countriesQuery } from './profile.api.ts'
import { PROFILE } from './profile.texts.ts'

afterEach(closeScreen)

const AT = '/1/profile/address'
const failures = (): number => document.body.textContent?.split(PROFILE.failure).length ?? 0

test('only a new failure to load a list is told', async () => {
  let isDown = true
  const listCountries = () => {
    if (isDown) throw new Error('down')
    return { countries: [] }
  }
  const profile = { id: '1', country_code: 'UZ', region: 'Ташкент' }
  const { client, scope, text, go } = openScreen(
    { listCountries, listRegions: () => ({ regions: [] }) },
    <Routes>
      <Route element={<Outlet context={profile} />}>
        <Route path={AT} element={<AddressDialog />} />
        <Route path="*" element={null} />
      </Route>
    </Routes>,
    AT,
  )
  await expect.poll(text).toContain(PROFILE.countries_failed)
  await expect.poll(failures).toBeGreaterThan(1)
  const told = failures()

  isDown = false
  await client.refetchQueries()
  await expect.poll(text).not.toContain(PROFILE.countries_failed)
  go('/1/profile')
  await expect.poll(text).not.toContain(PROFILE.save)
  go(AT)
  await expect.poll(text).toContain(PROFILE.save)
  expect(failures()).toBe(told)

  isDown = true
  await client.refetchQueries({ queryKey: countriesQuery(scope).queryKey })
  await expect.poll(failures).toBe(told + 1)
})
