import { NewPasswordTwice, typedTwice } from '@podmoga/contract/fields/new-password'
import { FormActions } from '@podmoga/ui/dialog/form-actions'
import { PasswordField } from '@podmoga/ui/field/password-field'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useForm } from '@podmoga/web/use-form'
import { useEffect, useEffectEvent } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { useProfile } from '../modal.layout.tsx'
import { changePassword } from '../profile.mutations.ts'
import { PROFILE } from '../profile.texts.ts'
import { ProfileForm } from '../profile-form.tsx'
import { showFailure } from '../show-failure.ts'
import { useModal } from '../use-modal.ts'
import { useOldPassword } from './password.layout.tsx'

const EMPTY = { new_password: '', confirmation: '' }

/** The new password, twice. Any failure closes the modal, as the product specifies. */
export function NewPasswordStep() {
  const scope = useScope()
  const modal = useModal()
  const memory = useOldPassword()
  const { email, phone } = useProfile()
  const change = useSubmit({ toast: showFailure })
  const form = useForm(NewPasswordTwice, EMPTY, { toBody: typedTwice, checksOnLeave: true })

  const arrive = useEffectEvent(() => {
    if (memory.current === '') modal.close()
  })
  useEffect(() => arrive(), [])

  const send = async (new_password: string) => {
    const body = { old_password: memory.current, new_password }
    const onRefused = () => {
      memory.current = ''
      modal.close()
    }
    if ((await change.run(() => changePassword(scope, body), { onRefused })) === null) return
    memory.current = ''
    modal.finish('password/success')
  }
  return (
    <ProfileForm of={form} onValid={(values) => void send(values.new_password)}>
      {/* the user name, for password managers */}
      <input type="text" autoComplete="username" value={email ?? phone ?? ''} readOnly hidden />
      <PasswordField
        {...form.bind('new_password')}
        label={PROFILE.new_password}
        autoComplete="new-password"
        required
      />
      <PasswordField
        {...form.bind('confirmation')}
        label={PROFILE.confirmation}
        autoComplete="new-password"
        required
      />
      <FormActions submit={PROFILE.change_password} isPending={change.isPending} onCancel={modal.close} />
    </ProfileForm>
  )
}
