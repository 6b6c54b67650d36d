import { ButtonLink } from '@podmoga/ui/button/button'
import { ClosedPage } from '@podmoga/ui/empty-state/closed-page'
import { useTitle } from '../lib/use-title.ts'
import { APP } from './app.texts.ts'

export function NotFoundPage() {
  useTitle(APP.not_found)
  return (
    <ClosedPage title={APP.not_found} hint={APP.not_found_hint}>
      <ButtonLink href="/">{APP.to_queue}</ButtonLink>
    </ClosedPage>
  )
}
