import { FormActions } from '@podmoga/ui/dialog/form-actions'
import { TextField } from '@podmoga/ui/field/text-field'
import { type Errors, useForm } from '@podmoga/web/use-form'
import { useScope } from '../../lib/scope.tsx'
import { readFlow, startFlow } from '../code/code-flow.ts'
import { EmailForm } from '../profile.rules.ts'
import { PROFILE } from '../profile.texts.ts'
import { ProfileForm } from '../profile-form.tsx'
import { useModal } from '../use-modal.ts'

/** A new e-mail; the code is sent in the next step. */
export function EmailEdit() {
  const { person } = useScope()
  const modal = useModal()
  const flow = readFlow('email', person)
  const refused: Errors = flow?.problem ? { email: flow.problem } : {}
  const form = useForm(EmailForm, { email: flow?.address ?? '' }, { refused, checksOnLeave: true })
  const go = (email: string) => {
    startFlow('email', { person, address: email, is_typed: true })
    modal.push('email/confirm')
  }
  return (
    <ProfileForm of={form} onValid={({ email }) => go(email)}>
      <TextField
        {...form.bind('email')}
        label={PROFILE.new_email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
      />
      <FormActions submit={PROFILE.send_code} onCancel={modal.close} />
    </ProfileForm>
  )
}
