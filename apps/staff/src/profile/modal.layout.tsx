import type { Profile } from '@podmoga/contract/profile'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { Loading } from '@podmoga/ui/loading/loading'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { hasNothing, QueryError } from '@podmoga/web/query-error'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation, useOutletContext } from 'react-router'
import { useScope } from '../lib/scope.tsx'
import { profileQuery } from './own-profile.api.ts'
import styles from './profile.module.css'
import { PROFILE } from './profile.texts.ts'
import { useModal, useModalInfo } from './use-modal.ts'

/** The profile of the signed-in user, inside a modal. */
export const useProfile = (): Profile => useOutletContext<Profile>()

const FIRST = '[data-autofocus], input:not([type="file"]):not([hidden])'

/** Focuses the first field of a step, or the dialog if there is none. */
function StepFocus() {
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const dialog = mark.current?.closest<HTMLElement>('[role="dialog"]')
    const first =
      dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog?.querySelector<HTMLElement>(FIRST)
    ;(first ?? dialog)?.focus()
  }, [])
  return <span ref={mark} hidden />
}

const SKELETON = (
  <div className={styles.form}>
    <Skeleton shape="box" height={48} />
    <Skeleton shape="box" height={48} />
  </div>
)

/** One dialog for all steps of a change: they replace each other inside it. */
export function ModalLayout() {
  const { close } = useModal()
  const { pathname } = useLocation()
  const info = useModalInfo()
  const query = useQuery(profileQuery(useScope()))
  const { data } = query
  return (
    <Dialog title={info?.title ?? ''} isAddress onClose={close}>
      {hasNothing(query) ? (
        <QueryError of={query} compact text={PROFILE.failed} />
      ) : (
        <Loading isLoading={data === undefined} skeleton={SKELETON}>
          <Suspense fallback={SKELETON}>
            <Outlet context={data} />
            <StepFocus key={pathname} />
          </Suspense>
        </Loading>
      )}
    </Dialog>
  )
}
