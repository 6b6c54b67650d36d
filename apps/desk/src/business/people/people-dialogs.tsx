import type { AdminRestaurant } from '@podmoga/contract/desk/admin'
import type { AdminPerson } from '@podmoga/contract/desk/people'
import { SureDialog } from '@podmoga/web/sure-dialog'
import { useScope } from '../../lib/scope.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import { disablePerson, resetSecondStep } from '../business.mutations.ts'
import { PEOPLE } from '../business.texts.ts'
import { AccessDialog } from './access-dialog.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { DataDialog } from './data-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { type InvitedMany, InviteManyDialog } from './invite-many-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { nameOf } from './person-row.tsx'
import { PersonSessions } from './person-sessions.tsx'

/** The dialog open over the list of people. */
export type OpenDialog =
  | { what: 'invite' }
  | { what: 'bulk' | 'invite_many' }
  | { what: 'access' | 'disable' | 'reset' | 'data' | 'sessions'; person: AdminPerson }
  | { what: 'link'; title: string; link: string; isSent: boolean }

interface PeopleDialogsProps {
  open: OpenDialog | null
  /** Restaurants that are not archived. */
  restaurants: readonly AdminRestaurant[]
  /** Ids of the selected people. */
  selected: readonly string[]
  onOpen: (next: OpenDialog | null) => void
  onAccessSet: () => void
  onInvitedMany: (invited: InvitedMany) => void
}

/** Renders the open dialog. */
export function PeopleDialogs(props: PeopleDialogsProps) {
  const { open, restaurants, selected, onOpen, onAccessSet, onInvitedMany } = props
  const { call } = useScope()
  if (open === null) return null
  const close = () => onOpen(null)
  return (
    <>
      {open.what === 'invite' && (
        <InviteDialog
          restaurants={restaurants.length === 1 ? restaurants.map(({ id }) => id) : []}
          onInvited={({ link, sent }) => onOpen({ what: 'link', title: PEOPLE.ready, link, isSent: sent })}
          onClose={close}
        />
      )}
      {open.what === 'bulk' && <BulkDialog ids={selected} onDone={onAccessSet} onClose={close} />}
      {open.what === 'invite_many' && (
        <InviteManyDialog ids={selected} onInvited={onInvitedMany} onClose={close} />
      )}
      {open.what === 'access' && <AccessDialog person={open.person} onClose={close} />}
      {open.what === 'disable' && (
        <SureDialog
          refreshes={BUSINESS_ROOT}
          title={PEOPLE.disable_title(nameOf(open.person))}
          text={PEOPLE.disable_text}
          submit={PEOPLE.disable}
          onSubmit={() => disablePerson(call, open.person.id)}
          onClose={close}
        />
      )}
      {open.what === 'reset' && (
        <SureDialog
          refreshes={BUSINESS_ROOT}
          title={PEOPLE.reset_title(nameOf(open.person))}
          text={PEOPLE.reset_text}
          submit={PEOPLE.reset}
          onSubmit={() => resetSecondStep(call, open.person.id)}
          onClose={close}
        />
      )}
      {open.what === 'sessions' && <PersonSessions person={open.person} onClose={close} />}
      {open.what === 'data' && <DataDialog person={open.person} onClose={close} />}
      {open.what === 'link' && (
        <LinkDialog title={open.title} link={open.link} isSent={open.isSent} onClose={close} />
      )}
    </>
  )
}
