import { MenuButton } from '@podmoga/ui/menu/menu-button'
import { toast } from '@podmoga/ui/toast/toast'
import { explain } from '@podmoga/web/explain'
import { whenPointed } from '@podmoga/web/pointed'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, BellOff, BellRing, Check, Eye } from 'lucide-react'
import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { followQuery } from '../tickets.api.ts'
import { FOLLOW } from './follow.texts.ts'

const ICONS = { auto: Bell, on: BellRing, off: BellOff } as const
const CHOICES = ['auto', 'on', 'off'] as const

/** «Следить» or «не беспокоить» for one ticket. The current choice is fetched when the menu is about to open. */
export function FollowMenu({ ticketId }: { ticketId: string }) {
  const scope = useScope()
  const queryClient = useQueryClient()
  const [isWanted, setWanted] = useState(false)
  const options = followQuery(scope, ticketId)
  const chosen = useQuery({ ...options, enabled: isWanted }).data?.follow
  /** The code of the actions is loaded when one is chosen. */
  const act = (work: (acts: typeof import('./follow-acts.ts')) => Promise<void>) =>
    void import('./follow-acts.ts')
      .then(work)
      .catch((error) => toast.danger({ title: explain(error) ?? FOLLOW.failed }))
  const Icon = ICONS[chosen ?? 'auto']
  const prefetch = () => setWanted(true)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only prefetches before the button inside is pressed
    <span {...whenPointed(prefetch)} onFocus={prefetch}>
      <MenuButton
        variant="icon"
        menuLabel={FOLLOW.label}
        label={FOLLOW.label}
        trigger={<Icon size={20} aria-hidden />}
        entries={[
          ...CHOICES.map((key) => ({
            key,
            label: FOLLOW.ways[key],
            icon: key === chosen ? <Check size={20} /> : <span style={{ width: 20 }} />,
            onAction: () => act(({ choose }) => choose(scope, queryClient, ticketId, key)),
          })),
          {
            key: 'readers',
            label: FOLLOW.readers,
            icon: <Eye size={20} />,
            onAction: () => act(({ showReaders }) => showReaders(scope, ticketId)),
            isApart: true,
          },
        ]}
      />
    </span>
  )
}
