import { PasswordField } from '@podmoga/ui/field/password-field'
import type { ComponentProps } from 'react'
import { INVITE, SETUP } from './ways-in.texts.ts'

interface PasswordChoiceProps
  extends Omit<ComponentProps<typeof PasswordField>, 'label' | 'hint' | 'autoComplete'> {
  /** Whose password it is: a password manager keeps both together. */
  login: string
}

/** The field in which somebody who comes in for the first time chooses a password. */
export function PasswordChoice({ login, ...rest }: PasswordChoiceProps) {
  return (
    <>
      <input type="text" autoComplete="username" value={login} readOnly hidden />
      <PasswordField
        {...rest}
        label={INVITE.password}
        hint={SETUP.password_hint}
        autoComplete="new-password"
        required
      />
    </>
  )
}
