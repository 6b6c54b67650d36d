import type { ProfileStep } from '@podmoga/contract/staff-pages'
import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../lib/paths.ts'
import { preloadPage } from '../lib/preload-page.ts'
import { useScope } from '../lib/scope.tsx'
import { type ModalInfo, modalAt } from './profile.modals.ts'

/** The modal that is open now; null on the profile itself. */
export const useModalInfo = (): ModalInfo | null => modalAt(useLocation().pathname)

/** How many history entries lie above the profile; `is_deep`: above the modal that an address opened by itself. */
interface Depth {
  depth: number
  is_deep: boolean
}

const DEEP: Depth = { depth: 0, is_deep: true }
const ON_PROFILE: Depth = { depth: 0, is_deep: false }

let leaving: string | null = null

/** Steps of the profile's modals. Closing takes back every entry that they have added; nothing here leaves one behind. */
export function useModal() {
  const navigate = useNavigate()
  const { key, pathname, state } = useLocation()
  const { restaurantId } = useScope()
  const profile = paths.profile(restaurantId)
  const isOnProfile = pathname.replace(/\/$/, '') === profile
  const here: Depth = isOnProfile ? ON_PROFILE : ((state as { modal?: Depth } | null)?.modal ?? DEEP)

  const hrefOf = (step: ProfileStep) => `${profile}/${step}`
  const go = (path: string, modal: Depth | null, replace: boolean) =>
    void navigate(path, {
      replace,
      state: { keeps_scroll: true, ...(modal !== null && { modal }) },
    })
  // An answer may come when the person has gone elsewhere: it must not move them.
  const isHere = () =>
    ((history.state as { key?: string } | null)?.key ?? 'default') === key && leaving !== key
  const goBack = (entries: number, then?: () => void) => {
    leaving = key
    const arrive = () => {
      leaving = null
      then?.()
    }
    window.addEventListener('popstate', arrive, { once: true })
    void navigate(-entries)
  }
  const unwind = (entries: number, path: string, modal: Depth | null) => {
    if (!isHere()) return
    if (entries === 0) go(path, modal, true)
    else goBack(entries, () => go(path, modal, true))
  }
  const push = (step: ProfileStep) => {
    if (isHere()) go(hrefOf(step), { ...here, depth: here.depth + 1 }, false)
  }
  return {
    push,
    replace: (step: ProfileStep) => unwind(0, hrefOf(step), here),
    /** To the step before. Only where {@link push} has led. */
    back: () => {
      if (isHere()) goBack(1)
    },
    /** To the profile. */
    close: () => {
      if (here.is_deep) unwind(here.depth, profile, null)
      else if (isHere() && here.depth > 0) goBack(here.depth)
    },
    /** To the last step; Back leads from it to the profile. */
    finish: (step: ProfileStep) => {
      const base = here.is_deep ? 0 : 1
      unwind(Math.max(0, here.depth - base), hrefOf(step), { ...here, depth: base })
    },
    /** Props of a link to a step. */
    link: (step: ProfileStep) => ({
      href: hrefOf(step),
      // The dialog itself comes ahead of a press on a row, not with the page.
      onPointerEnter: () => preloadPage(hrefOf(step)),
      onFocus: () => preloadPage(hrefOf(step)),
      onClick: (event: MouseEvent) => {
        const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
        if (event.button !== 0 || isModified) return
        event.preventDefault()
        push(step)
      },
    }),
  }
}
