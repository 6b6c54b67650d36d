import { FormActions } from '@podmoga/ui/dialog/form-actions'
import { TextField } from '@podmoga/ui/field/text-field'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useForm } from '@podmoga/web/use-form'
import { useScope } from '../lib/scope.tsx'
import { FormProblem } from './form-problem.tsx'
import { useProfile } from './modal.layout.tsx'
import { profileQuery } from './own-profile.api.ts'
import { changeName } from './profile.mutations.ts'
import { NameForm } from './profile.rules.ts'
import { PROFILE } from './profile.texts.ts'
import { ProfileForm } from './profile-form.tsx'
import { showFailure } from './show-failure.ts'
import { useModal } from './use-modal.ts'

/** «Как к вам обращаться». */
export function NameDialog() {
  const scope = useScope()
  const { close } = useModal()
  const form = useForm(NameForm, { first_name: useProfile().first_name ?? '' }, { checksOnLeave: true })
  const { run, isPending, problem } = useSubmit({
    toast: showFailure,
    refreshes: [profileQuery(scope).queryKey],
    onFields: form.say,
  })
  const save = async (first_name: string) => {
    if ((await run(() => changeName(scope, first_name))) !== null) close()
  }
  return (
    <ProfileForm of={form} onValid={({ first_name }) => void save(first_name)}>
      <TextField {...form.bind('first_name')} label={PROFILE.name} autoComplete="given-name" required />
      <FormProblem>{problem}</FormProblem>
      <FormActions submit={PROFILE.save} isPending={isPending} onCancel={close} />
    </ProfileForm>
  )
}
