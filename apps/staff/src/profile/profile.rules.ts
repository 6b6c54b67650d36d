import { FIELD } from '@podmoga/contract/fields/field-texts'
import { Code, Email, FirstName, OldPassword } from '@podmoga/contract/fields/fields'
import { z } from 'zod'

// Schemas of the profile's forms, made of the same fields that the server validates.
export const NameForm = z.object({ first_name: FirstName })
export const AddressForm = z.object({
  country: z.string().min(1, { error: FIELD.country }),
  region: z.string().min(1, { error: FIELD.region }),
})
export const EmailForm = z.object({ email: Email })
export const CodeForm = z.object({ code: Code })
export const OldPasswordForm = z.object({ old_password: OldPassword })
