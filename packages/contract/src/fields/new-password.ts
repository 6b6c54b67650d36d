import { z } from 'zod'
import { FIELD } from './field-texts.ts'
import { NewPassword } from './fields.ts'

// A schema of its own, not a check of the whole form: that would stay silent while anything else in the form is wrong.
const Confirmation = z
  .object({ typed: z.string(), password: z.string() })
  .check(({ value: { typed, password }, issues }) => {
    const message =
      typed === '' ? FIELD.confirmation_required : typed === password ? null : FIELD.confirmation
    if (message !== null) issues.push({ code: 'custom', input: typed, message })
  })

/** A new password as forms ask for it: typed twice. Only the first goes over the wire. */
export const NewPasswordTwice = z.object({ new_password: NewPassword, confirmation: Confirmation })

/** The two fields of a form as `NewPasswordTwice` reads them. */
export const typedTwice = <Form extends { new_password: string; confirmation: string }>(form: Form) => ({
  ...form,
  confirmation: { typed: form.confirmation, password: form.new_password },
})
