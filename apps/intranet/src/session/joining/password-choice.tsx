import { PasswordField } from '@podmoga/ui/field/password-field'
import type { ComponentProps } from 'react'
import { INVITE, SETUP } from '../sign-in/ways-in.texts.ts'

interface PasswordChoiceProps
  extends Omit<ComponentProps<typeof PasswordField>, 'label' | 'hint' | 'autoComplete'> {
  label?: string
  /** The user name, if no field of the form holds it: a password manager stores both together. */
  login?: string
}

/** A new user's password field. */
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
