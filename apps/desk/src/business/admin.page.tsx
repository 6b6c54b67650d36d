import { Outlet } from 'react-router'
import { Section } from '../lib/section.tsx'
import { BUSINESS } from './business.texts.ts'
import { BUSINESS_PAGES } from './business-pages.ts'

/** The sections where a business is kept; a manager has only the people of their restaurants, an operator the installation's businesses. */
export function AdminPage() {
  return (
    <Section label={BUSINESS.sections} pages={BUSINESS_PAGES}>
      <Outlet />
    </Section>
  )
}
