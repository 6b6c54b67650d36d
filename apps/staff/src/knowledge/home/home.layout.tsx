import type { ReactNode } from 'react'
import { useSettings } from '../../lib/settings.ts'
import { HelpHomePage } from './help-home.page.tsx'
import { HELP_TOPICS } from './help-topics.texts.ts'

/** The help home with this installation's settings, under the `news` of other features. */
export function HomeLayout({ news }: { news: ReactNode }) {
  const { support_email } = useSettings()
  return (
    <>
      {news}
      <HelpHomePage supportEmail={support_email} topics={HELP_TOPICS} />
    </>
  )
}
