import { type ProfileStep, STAFF_PAGES } from '@podmoga/contract/staff-pages'
import { matchPath } from 'react-router'
import { PROFILE } from './profile.texts.ts'

export type RowKey = 'image' | 'name' | 'address' | 'password' | 'email' | 'phone'

/** What a modal's path determines: its title, and the row that gets the focus back. */
export interface ModalInfo {
  title: string
  row: RowKey
}

/** Every modal by its path below the profile. */
const MODALS: Record<ProfileStep, ModalInfo> = {
  image: { row: 'image', title: PROFILE.photo },
  name: { row: 'name', title: PROFILE.name_title },
  address: { row: 'address', title: PROFILE.address_title },
  email: { row: 'email', title: PROFILE.email },
  'email/edit': { row: 'email', title: PROFILE.new_email_title },
  'email/confirm': { row: 'email', title: PROFILE.code_title },
  'email/success': { row: 'email', title: PROFILE.email_done },
  password: { row: 'password', title: PROFILE.password_title },
  'password/edit': { row: 'password', title: PROFILE.password_title },
  'password/success': { row: 'password', title: PROFILE.password_done },
  phone: { row: 'phone', title: PROFILE.phone },
  'phone/edit': { row: 'phone', title: PROFILE.new_phone_title },
  'phone/confirm': { row: 'phone', title: PROFILE.code_title },
  'phone/success': { row: 'phone', title: PROFILE.phone_done },
}

const isStep = (text: string): text is ProfileStep => Object.hasOwn(MODALS, text)

/** The modal of a path; null on the profile itself. */
export const modalAt = (pathname: string): ModalInfo | null => {
  const below = matchPath(`${STAFF_PAGES.profile}/*`, pathname)?.params['*'] ?? ''
  const step = below.replace(/\/+$/, '').toLowerCase()
  return isStep(step) ? MODALS[step] : null
}
