import { useSettings } from '../lib/settings.ts'
import { HelpHomePage } from './help-home.page.tsx'
import { HELP_TOPICS } from './help-topics.texts.ts'

/** The help home with what this installation says about itself. */
export function HomeRoom() {
  const { support_email } = useSettings()
  return <HelpHomePage supportEmail={support_email} topics={HELP_TOPICS} />
}
