import { type ComponentType, lazy, Suspense } from 'react'
import type { RouteObject } from 'react-router'
import { PROFILE } from './profile.texts.ts'
import type { ModalInfo, RowKey } from './use-modal.ts'

const page = (load: () => Promise<ComponentType>) => {
  const Page = lazy(async () => ({ default: await load() }))
  return <Page />
}

const modal = (row: RowKey, title: string, load: () => Promise<ComponentType>) => {
  const handle: ModalInfo = { row, title }
  return { handle, element: page(load) }
}

const done = () => import('./done.step.tsx').then((module) => module.DoneStep)

const modalRoutes: RouteObject[] = [
  {
    path: 'image',
    ...modal('image', PROFILE.photo, () => import('./photo/photo.dialog.tsx').then((m) => m.PhotoDialog)),
  },
  {
    path: 'name',
    ...modal('name', PROFILE.name_title, () => import('./name.dialog.tsx').then((m) => m.NameDialog)),
  },
  {
    path: 'address',
    ...modal('address', PROFILE.address_title, () =>
      import('./address.dialog.tsx').then((m) => m.AddressDialog),
    ),
  },
  {
    path: 'email',
    ...modal('email', PROFILE.email, () => import('./email/email.view.tsx').then((m) => m.EmailView)),
  },
  {
    path: 'email/edit',
    ...modal('email', PROFILE.new_email_title, () =>
      import('./email/email.edit.tsx').then((m) => m.EmailEdit),
    ),
  },
  {
    path: 'email/confirm',
    ...modal('email', PROFILE.code_title, () =>
      import('./email/email.confirm.tsx').then((m) => m.EmailConfirm),
    ),
  },
  { path: 'email/success', ...modal('email', PROFILE.email_done, done) },
  {
    path: 'password',
    element: page(() => import('./password/password-room.tsx').then((m) => m.PasswordRoom)),
    children: [
      {
        index: true,
        ...modal('password', PROFILE.password_title, () =>
          import('./password/old-password.step.tsx').then((m) => m.OldPasswordStep),
        ),
      },
      {
        path: 'edit',
        ...modal('password', PROFILE.password_title, () =>
          import('./password/new-password.step.tsx').then((m) => m.NewPasswordStep),
        ),
      },
      { path: 'success', ...modal('password', PROFILE.password_done, done) },
    ],
  },
  {
    path: 'phone',
    ...modal('phone', PROFILE.phone, () => import('./phone/phone.view.tsx').then((m) => m.PhoneView)),
  },
  {
    path: 'phone/edit',
    ...modal('phone', PROFILE.new_phone_title, () =>
      import('./phone/phone.edit.tsx').then((m) => m.PhoneEdit),
    ),
  },
  {
    path: 'phone/confirm',
    ...modal('phone', PROFILE.code_title, () =>
      import('./phone/phone.confirm.tsx').then((m) => m.PhoneConfirm),
    ),
  },
  { path: 'phone/success', ...modal('phone', PROFILE.phone_done, done) },
]

const ModalRoom = lazy(() => import('./modal-room.tsx').then((module) => ({ default: module.ModalRoom })))

export const profileRoutes: RouteObject[] = [
  {
    path: 'profile/sessions',
    element: page(() => import('./sessions/sessions.page.tsx').then((m) => m.SessionsPage)),
  },
  {
    path: 'profile',
    element: page(() => import('./profile.page.tsx').then((m) => m.ProfilePage)),
    children: [
      {
        element: (
          <Suspense>
            <ModalRoom />
          </Suspense>
        ),
        children: modalRoutes,
      },
    ],
  },
]
