import { Select } from '@podmoga/ui/select/select'
import { useQuery } from '@tanstack/react-query'
import { useScope } from '../../lib/scope.tsx'
import { inviteWaysQuery } from '../business.api.ts'
import { PEOPLE } from '../business.texts.ts'

export type Send = 'link' | 'email' | 'sms'

const SENDS = ['link', 'email', 'sms'] as const

interface SendFieldProps {
  label: string
  value: Send
  onChange: (send: Send) => void
}

/** The way to send invitations: only configured ones are offered; the hint says why others are not. */
export function SendField({ label, value, onChange }: SendFieldProps) {
  const { call } = useScope()
  const { data: ways } = useQuery(inviteWaysQuery(call))
  const open = SENDS.filter((send) => send === 'link' || ways?.[send] !== false)
  const hints = ways && [PEOPLE.lives(ways.days), !ways.email && PEOPLE.no_email, !ways.sms && PEOPLE.no_sms]
  return (
    <Select
      label={label}
      hint={hints?.filter(Boolean).join(' ')}
      options={open.map((key) => ({ key, name: PEOPLE.sends[key] }))}
      value={value}
      onChange={({ target }) => onChange(SENDS.find((send) => send === target.value) ?? 'link')}
    />
  )
}
