import { useQuery } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { useScope } from '../lib/scope.tsx'
import { Section } from '../lib/section.tsx'
import { stepsQuery } from './business.api.ts'
import { BUSINESS } from './business.texts.ts'
import { BUSINESS_PAGES } from './business-pages.ts'

/** The administration section. Managers see only the people of their restaurants, operators the installation's businesses. */
export function AdminPage() {
  const { call, me } = useScope()
  const { data } = useQuery({ ...stepsQuery(call), enabled: me.roles.includes('admin'), staleTime: 60_000 })
  const pages = BUSINESS_PAGES.filter(({ label }) => label !== BUSINESS.start || data?.is_away !== true)
  return (
    <Section label={BUSINESS.sections} pages={pages}>
      <Outlet />
    </Section>
  )
}
