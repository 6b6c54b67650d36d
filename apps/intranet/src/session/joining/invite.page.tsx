import { Acceptance, type lookAtInvitation as lookCall } from '@podmoga/contract/business'
import type { Answer } from '@podmoga/contract/endpoint'
import { TextField } from '@podmoga/ui/field/text-field'
import { isRefusal } from '@podmoga/web/explain'
import { firstDay } from '@podmoga/web/first-day'
import { useForm } from '@podmoga/web/use-form'
import { useState } from 'react'
import type { z } from 'zod'
import { FormCard } from '../form-card.tsx'
import { makeAttempts } from '../lost-answer.ts'
import { LinkCard } from '../recovery/link-card.tsx'
import { onlyWayIn } from '../return-to.ts'
import { useLink } from '../sign-in/use-link.ts'
import { acceptInvitation, lookAtInvitation } from '../sign-in/ways-in.api.ts'
import { INVITE } from '../sign-in/ways-in.texts.ts'
import { useSubmit } from '../use-submit.ts'
import { PasswordChoice } from './password-choice.tsx'

type Invitation = Answer<typeof lookCall>

const FORM = Acceptance.omit({ key: true })
type Chosen = z.output<typeof FORM>

function InviteForm({ invitation }: { invitation: Invitation }) {
  const { purpose, business, restaurants, first_name, login } = invitation
  const isJoining = purpose === 'join'
  const start: Record<string, string> = isJoining
    ? { first_name: first_name ?? '', password: '' }
    : { password: '' }
  const { form, bind, submit, say } = useForm(FORM, start)
  const sending = useSubmit({ leaves: true, onFields: say })
  const [attempt] = useState(makeAttempts)
  const accept = async ({ first_name: name, password }: Chosen) => {
    const chosen = { password, ...(name !== undefined && { first_name: name }) }
    try {
      const memberships = await attempt(() => acceptInvitation(chosen), { login, password })
      if (isJoining) firstDay.begin()
      location.assign(onlyWayIn(memberships) ?? '/intranet/')
    } catch (error) {
      // The password is set; a user with a second step signs in on the sign-in page, which asks for both.
      if (!isRefusal(error, 'second_step_needed')) throw error
      location.assign('/intranet/')
    }
  }
  return (
    <FormCard
      ref={form}
      title={isJoining ? INVITE.invites(business) : INVITE.title_password}
      hints={[
        isJoining ? restaurants.length > 0 && INVITE.where(restaurants) : INVITE.for_password(business),
        login !== null && INVITE.login(login),
      ]}
      of={sending}
      submit={INVITE.submit}
      onSubmit={(event) => submit(event, (chosen) => sending.run(() => accept(chosen)))}
    >
      {isJoining && (
        <TextField {...bind('first_name')} label={INVITE.first_name} autoComplete="given-name" required />
      )}
      <PasswordChoice {...bind('password')} login={login ?? ''} />
    </FormCard>
  )
}

/** The page of an invitation: the invited person chooses a password and is signed in. */
export function InvitePage() {
  const { link, again } = useLink(lookAtInvitation)
  return (
    <LinkCard link={link} onAgain={again} texts={INVITE}>
      {(invitation) => <InviteForm invitation={invitation} />}
    </LinkCard>
  )
}
