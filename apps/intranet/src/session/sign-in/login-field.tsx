import { TextField } from '@podmoga/ui/field/text-field'
import type { ComponentProps } from 'react'
import { SESSION } from '../session.texts.ts'

/** The login: an e-mail or a phone. */
export function LoginField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      {...props}
      label={SESSION.login}
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      inputMode="email"
      required
    />
  )
}
