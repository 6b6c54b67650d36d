import { FIELD } from '@podmoga/contract/field-texts'
import { Code, Email, FirstName, NewPassword, OldPassword } from '@podmoga/contract/fields'
import type { z } from 'zod'

/** What is wrong with each field; nothing for those that are fine. */
export type Errors<Name extends string> = Partial<Record<Name, string>>

const textOf = (schema: z.ZodType, value: string): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message

const only = <Name extends string>(found: Record<Name, string | undefined>): Errors<Name> =>
  Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined)) as Errors<Name>

export const nameErrors = ({ first_name }: { first_name: string }) =>
  only({ first_name: textOf(FirstName, first_name) })

export const addressErrors = ({ country, region }: { country: string; region: string }) =>
  only({
    country: country === '' ? FIELD.country : undefined,
    region: region === '' ? FIELD.region : undefined,
  })

export const emailErrors = ({ email }: { email: string }) => only({ email: textOf(Email, email) })

export const codeErrors = ({ code }: { code: string }) => only({ code: textOf(Code, code) })

export const oldPasswordErrors = ({ old_password }: { old_password: string }) =>
  only({ old_password: textOf(OldPassword, old_password) })

export const newPasswordErrors = (values: { new_password: string; confirmation: string }) =>
  only({
    new_password: textOf(NewPassword, values.new_password),
    confirmation:
      values.confirmation === ''
        ? FIELD.confirmation_required
        : values.confirmation === values.new_password
          ? undefined
          : FIELD.confirmation,
  })
