import { FormActions } from '@podmoga/ui/dialog/form-actions'
import { TextField } from '@podmoga/ui/field/text-field'
import { usePlace } from '../lib/place.tsx'
import { changeName } from './deeds.api.ts'
import { FormProblem } from './form-problem.tsx'
import { useProfile } from './modal-room.tsx'
import { nameErrors } from './profile.rules.ts'
import { PROFILE } from './profile.texts.ts'
import { ProfileForm } from './profile-form.tsx'
import { useForm } from './use-form.ts'
import { useModal } from './use-modal.ts'
import { useSave } from './use-save.ts'

/** «Как к вам обращаться». */
export function NameDialog() {
  const place = usePlace()
  const { close } = useModal()
  const form = useForm({ first_name: useProfile().first_name ?? '' }, nameErrors)
  const { save, isPending, problem } = useSave((fields) => form.say({ first_name: fields.first_name }))
  return (
    <ProfileForm of={form} onValid={({ first_name }) => save(() => changeName(place, first_name))}>
      <TextField {...form.field('first_name')} label={PROFILE.name} autoComplete="given-name" required />
      <FormProblem>{problem}</FormProblem>
      <FormActions submit={PROFILE.save} isPending={isPending} onCancel={close} />
    </ProfileForm>
  )
}
