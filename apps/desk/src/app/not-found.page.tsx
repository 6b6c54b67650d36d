import { ButtonLink } from '@podmoga/ui/button/button'
import { ClosedPage } from '@podmoga/ui/empty-state/closed-page'
import { useTitle } from '../lib/use-title.ts'
import { CLOSED } from './closed.texts.ts'

export function NotFoundPage() {
  useTitle(CLOSED.not_found)
  return (
    <ClosedPage title={CLOSED.not_found} hint={CLOSED.not_found_hint}>
      <ButtonLink href="/">{CLOSED.to_queue}</ButtonLink>
    </ClosedPage>
  )
}
