import { PasswordField } from '@podmoga/ui/field/password-field'
import type { ComponentProps } from 'react'
import { INVITE, SETUP } from '../sign-in/ways-in.texts.ts'

interface PasswordChoiceProps
  extends Omit<ComponentProps<typeof PasswordField>, 'label' | 'hint' | 'autoComplete'> {
  label?: string
  /** Whose password it is, where no field of the form says it: a password manager keeps both together. */
  login?: string
}

/** The field in which somebody who comes in for the first time chooses a password. */
export function PasswordChoice({ login, label = INVITE.password, ...rest }: PasswordChoiceProps) {
  return (
    <>
      {login !== undefined && <input type="text" autoComplete="username" value={login} readOnly hidden />}
      <PasswordField
        {...rest}
        label={label}
        hint={SETUP.password_hint}
        autoComplete="new-password"
        required
      />
    </>
  )
}
