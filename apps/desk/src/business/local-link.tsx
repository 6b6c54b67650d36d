import { useScope } from '../lib/scope.tsx'
import { PEOPLE } from './business.texts.ts'

/** Explains why links do not open on phones: technically for admins and operators, simply for managers. */
export function LocalLink() {
  const { roles } = useScope().me
  const mayMend = roles.some((role) => role === 'admin' || role === 'operator')
  return mayMend ? PEOPLE.local_link : PEOPLE.local_link_manager
}
