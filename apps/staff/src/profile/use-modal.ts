import type { ProfileStep } from '@podmoga/contract/staff-pages'
import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../lib/paths.ts'
import { preloadPage } from '../lib/preload-page.ts'
import { useScope } from '../lib/scope.tsx'
import { type ModalInfo, modalAt } from './profile.modals.ts'

/** The open modal; null on the profile itself. */
export const useModalInfo = (): ModalInfo | null => modalAt(useLocation().pathname)

/** Number of history entries above the profile; with `is_deep`, above a modal that was opened directly by its URL. */
interface Depth {
  depth: number
  is_deep: boolean
}

const DEEP: Depth = { depth: 0, is_deep: true }
const ON_PROFILE: Depth = { depth: 0, is_deep: false }

let leaving: string | null = null

/** Navigation between the profile's modals. Closing removes all history entries that they have added. */
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
  // An answer may arrive after the user has left: it must not navigate.
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
    /** To the previous step. Only after {@link push}. */
    back: () => {
      if (isHere()) goBack(1)
    },
    /** To the profile. */
    close: () => {
      if (here.is_deep) unwind(here.depth, profile, null)
      else if (isHere() && here.depth > 0) goBack(here.depth)
    },
    /** To the last step; Back then leads to the profile. */
    finish: (step: ProfileStep) => {
      const base = here.is_deep ? 0 : 1
      unwind(Math.max(0, here.depth - base), hrefOf(step), { ...here, depth: base })
    },
    /** Props of a link to a step. */
    link: (step: ProfileStep) => ({
      href: hrefOf(step),
      // Prefetches the dialog before a row is pressed; it is not part of the page's code.
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
