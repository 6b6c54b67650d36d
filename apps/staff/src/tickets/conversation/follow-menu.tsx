import type { Follow } from '@podmoga/contract/notifications'
import { MenuButton } from '@podmoga/ui/menu/menu-button'
import { toast } from '@podmoga/ui/toast/toast'
import { explain } from '@podmoga/web/explain'
import { whenPointed } from '@podmoga/web/pointed'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, BellOff, BellRing, Check, Eye } from 'lucide-react'
import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { follow, followQuery } from '../tickets.api.ts'
import { TICKETS } from '../tickets.texts.ts'

const ICONS = { auto: Bell, on: BellRing, off: BellOff } as const
const CHOICES = ['auto', 'on', 'off'] as const

/** «Следить» or «не беспокоить»: about this one ticket. What was chosen is asked when somebody is about to look. */
export function FollowMenu({ ticketId }: { ticketId: string }) {
  const scope = useScope()
  const queryClient = useQueryClient()
  const [isWanted, setWanted] = useState(false)
  const options = followQuery(scope, ticketId)
  const chosen = useQuery({ ...options, enabled: isWanted }).data?.follow
  const choose = async (to: Follow) => {
    try {
      queryClient.setQueryData(options.queryKey, await follow(scope, ticketId, to))
      toast.success({ title: TICKETS.follow_said[to] })
    } catch (error) {
      toast.danger({ title: explain(error) ?? TICKETS.follow_failed })
    }
  }
  const tellReaders = async () => {
    try {
      const { askReaders } = await import('../shift/shift.api.ts')
      const { message_id, readers } = await askReaders(scope, ticketId)
      if (readers.length > 0) toast.info({ title: TICKETS.readers, text: readers.join(', ') })
      else toast.info({ title: message_id === null ? TICKETS.no_answer : TICKETS.readers_none })
    } catch (error) {
      toast.danger({ title: explain(error) ?? TICKETS.follow_failed })
    }
  }
  const Icon = ICONS[chosen ?? 'auto']
  const look = () => setWanted(true)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only asks ahead of the press that the button inside takes
    <span {...whenPointed(look)} onFocus={look}>
      <MenuButton
        variant="icon"
        menuLabel={TICKETS.follow}
        label={TICKETS.follow}
        trigger={<Icon size={20} aria-hidden />}
        entries={[
          ...CHOICES.map((key) => ({
            key,
            label: TICKETS.follow_ways[key],
            icon: key === chosen ? <Check size={20} /> : <span style={{ width: 20 }} />,
            onAction: () => void choose(key),
          })),
          {
            key: 'readers',
            label: TICKETS.readers,
            icon: <Eye size={20} />,
            onAction: () => void tellReaders(),
            isApart: true,
          },
        ]}
      />
    </span>
  )
}
