import { Button } from '@podmoga/ui/button/button'
import { ClosedPage } from '@podmoga/ui/empty-state/closed-page'
import { authSiteUrl, leaveForSignIn } from '@podmoga/web/session/leave'
import type { RefusedEntry } from './entry.ts'
import { SESSION } from './session.texts.ts'

const WHY = {
  forbidden: {
    title: 'У вас нет доступа к этому ресторану',
    hint: 'Выберите другой ресторан или войдите под другим именем.',
  },
  subscription_expired: {
    title: 'Подписка ресторана закончилась',
    hint: 'Продлите её, чтобы продолжить работу. Что вы написали, останется и уйдёт, когда её продлят.',
  },
  somebody_else: {
    title: SESSION.somebody_else,
    hint: 'Эта страница открыта для вас, и здесь больше ничего не сохранится под чужим именем. Войдите ещё раз.',
  },
} as const

/** Shown when the user may not enter: the reason, and links elsewhere. */
export function NoEntry({
  why,
  onSignOut,
}: {
  why: RefusedEntry['why'] | 'somebody_else'
  onSignOut: () => void
}) {
  if (why === 'somebody_else')
    return (
      <ClosedPage {...WHY[why]}>
        <Button onClick={() => leaveForSignIn()}>Войти</Button>
      </ClosedPage>
    )
  return (
    <ClosedPage {...WHY[why]}>
      <Button onClick={() => location.assign(authSiteUrl())}>{SESSION.all_restaurants}</Button>
      <Button variant="secondary" onClick={onSignOut}>
        {SESSION.logout}
      </Button>
    </ClosedPage>
  )
}
