import { z } from 'zod'
import { FIELD } from './field-texts.ts'
import { NewPassword } from './fields.ts'

// A schema of its own: a check of the whole form would not run while another field is invalid.
const Confirmation = z
  .object({ typed: z.string(), password: z.string() })
  .check(({ value: { typed, password }, issues }) => {
    const message =
      typed === '' ? FIELD.confirmation_required : typed === password ? null : FIELD.confirmation
    if (message !== null) issues.push({ code: 'custom', input: typed, message })
  })

/** A new password typed twice in a form. Only the first is sent. */
export const NewPasswordTwice = z.object({ new_password: NewPassword, confirmation: Confirmation })

/** Converts the two form fields to the input of `NewPasswordTwice`. */
export const typedTwice = <Form extends { new_password: string; confirmation: string }>(form: Form) => ({
  ...form,
  confirmation: { typed: form.confirmation, password: form.new_password },
})
