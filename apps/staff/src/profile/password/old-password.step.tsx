import { FormActions } from '@podmoga/ui/dialog/form-actions'
import { PasswordField } from '@podmoga/ui/field/password-field'
import { useForm } from '@podmoga/web/use-form'
import { OldPasswordForm } from '../profile.rules.ts'
import { PROFILE } from '../profile.texts.ts'
import { ProfileForm } from '../profile-form.tsx'
import { useModal } from '../use-modal.ts'
import { useOldPassword } from './password.layout.tsx'

/** The old password; sent to the server together with the new one. */
export function OldPasswordStep() {
  const modal = useModal()
  const memory = useOldPassword()
  const form = useForm(OldPasswordForm, { old_password: '' }, { checksOnLeave: true })
  const go = (old_password: string) => {
    memory.current = old_password
    modal.push('password/edit')
  }
  return (
    <ProfileForm of={form} onValid={(values) => go(values.old_password)}>
      <PasswordField
        {...form.bind('old_password')}
        label={PROFILE.old_password}
        autoComplete="current-password"
        required
      />
      <FormActions submit={PROFILE.continue} onCancel={modal.close} />
    </ProfileForm>
  )
}
