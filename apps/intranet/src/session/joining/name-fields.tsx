import { TextField } from '@podmoga/ui/field/text-field'
import type { BoundText } from '@podmoga/web/use-form'
import { WHO } from '../sign-in/ways-in.texts.ts'

/** Name fields in forms of new users. */
export function NameFields({ bind }: { bind: (name: 'first_name' | 'last_name') => BoundText }) {
  return (
    <>
      <TextField {...bind('first_name')} label={WHO.first_name} autoComplete="given-name" required />
      <TextField {...bind('last_name')} label={WHO.last_name} autoComplete="family-name" />
    </>
  )
}
