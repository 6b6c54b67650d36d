import { type ProfileStep, STAFF_PAGES } from '@podmoga/contract/staff-pages'
import { lazyPage } from '@podmoga/ui/lib/lazy-page'
import { type ComponentType, Suspense } from 'react'
import type { RouteObject } from 'react-router'

const page = (load: () => Promise<ComponentType>) => {
  const Page = lazyPage(load)
  return <Page />
}

const done = () => import('./done.step.tsx').then((module) => module.DoneStep)

const modalRoutes: (RouteObject & { path: ProfileStep })[] = [
  {
    path: 'image',
    element: page(() => import('./photo/photo.dialog.tsx').then((m) => m.PhotoDialog)),
  },
  {
    path: 'name',
    element: page(() => import('./name.dialog.tsx').then((m) => m.NameDialog)),
  },
  {
    path: 'address',
    element: page(() => import('./address.dialog.tsx').then((m) => m.AddressDialog)),
  },
  {
    path: 'email',
    element: page(() => import('./email/email.view.tsx').then((m) => m.EmailView)),
  },
  {
    path: 'email/edit',
    element: page(() => import('./email/email.edit.tsx').then((m) => m.EmailEdit)),
  },
  {
    path: 'email/confirm',
    element: page(() => import('./code/code.step.tsx').then((m) => m.EmailConfirm)),
  },
  { path: 'email/success', element: page(done) },
  {
    path: 'password',
    element: page(() => import('./password/password.layout.tsx').then((m) => m.PasswordLayout)),
    children: [
      {
        index: true,
        element: page(() => import('./password/old-password.step.tsx').then((m) => m.OldPasswordStep)),
      },
      {
        path: 'edit',
        element: page(() => import('./password/new-password.step.tsx').then((m) => m.NewPasswordStep)),
      },
      { path: 'success', element: page(done) },
    ],
  },
  {
    path: 'phone',
    element: page(() => import('./phone/phone.view.tsx').then((m) => m.PhoneView)),
  },
  {
    path: 'phone/edit',
    element: page(() => import('./phone/phone.edit.tsx').then((m) => m.PhoneEdit)),
  },
  {
    path: 'phone/confirm',
    element: page(() => import('./phone/phone.confirm.tsx').then((m) => m.PhoneConfirm)),
  },
  { path: 'phone/success', element: page(done) },
]

const modalRoom = page(() => import('./modal.layout.tsx').then((m) => m.ModalLayout))

/** `onSignOut` signs out the current session: the list of sessions may ask for that. */
export const profileRoutes = (onSignOut: () => void): RouteObject[] => [
  {
    path: STAFF_PAGES.data,
    element: page(() => import('./data/data.page.tsx').then((m) => m.DataPage)),
  },
  {
    path: STAFF_PAGES.notices,
    element: page(() => import('./notifications/notifications.page.tsx').then((m) => m.NotificationsPage)),
  },
  {
    path: STAFF_PAGES.security,
    element: page(() => import('./security/security.page.tsx').then((m) => m.SecurityPage)),
  },
  {
    path: STAFF_PAGES.sessions,
    element: page(() =>
      import('./sessions/sessions.page.tsx').then(({ SessionsPage }) => () => (
        <SessionsPage onSignOut={onSignOut} />
      )),
    ),
  },
  {
    path: STAFF_PAGES.profile,
    element: page(() => import('./profile.page.tsx').then((m) => m.ProfilePage)),
    children: [
      {
        element: <Suspense>{modalRoom}</Suspense>,
        children: modalRoutes,
      },
    ],
  },
]
