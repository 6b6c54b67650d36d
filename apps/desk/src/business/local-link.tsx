import { useScope } from '../lib/scope.tsx'
import { PEOPLE } from './business.texts.ts'

/** Why links do not open on phones: to whoever can mend the server in its words, to a manager in theirs. */
export function LocalLink() {
  const { roles } = useScope().me
  const mayMend = roles.some((role) => role === 'admin' || role === 'operator')
  return mayMend ? PEOPLE.local_link : PEOPLE.local_link_manager
}
