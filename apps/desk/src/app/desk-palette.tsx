import type { DeskRole } from '@podmoga/contract/session'
import { BUSINESS_PAGES } from '../business/business-pages.ts'
import { KB } from '../knowledge/knowledge.texts.ts'
import { useScope } from '../lib/scope.tsx'
import { SESSION } from '../session/session.texts.ts'
import { Palette, type PaletteProps } from '../tickets/palette/palette.tsx'
import type { PaletteSection } from '../tickets/palette/palette-items.ts'
import { type QueueView, ticketPath } from '../tickets/queue/queue-view.ts'
import { useWork } from '../tickets/side/use-work.ts'
import { APP } from './app.texts.ts'

const KNOWLEDGE_PAGES = [
  { href: '/kb', label: KB.title, roles: ['editor'] },
  { href: '/kb/gaps', label: KB.gaps, roles: ['editor'] },
  { href: '/kb/synonyms', label: KB.synonyms, roles: ['editor'] },
  { href: '/kb/read', label: APP.reading, roles: ['agent'] },
] as const satisfies readonly { href: string; label: string; roles: readonly DeskRole[] }[]

/** The pages that somebody of these roles may open, besides the queues. */
const sectionsOf = (mine: readonly DeskRole[]): PaletteSection[] => {
  const may = ({ roles }: { roles: readonly DeskRole[] }) => roles.some((role) => mine.includes(role))
  return [
    ...KNOWLEDGE_PAGES.filter(may).map(({ href, label }) => ({ href, title: label, hint: APP.knowledge })),
    ...BUSINESS_PAGES.filter(may).map(({ href, label }) => ({ href, title: label, hint: APP.business })),
    { href: '/security', title: SESSION.security, hint: '' },
  ]
}

/** The palette with the pages of every room of the desk. */
export function DeskPalette(props: Omit<PaletteProps, 'call' | 'isAgent' | 'sections'>) {
  const { me, call } = useScope()
  return (
    <Palette {...props} call={call} isAgent={me.roles.includes('agent')} sections={sectionsOf(me.roles)} />
  )
}

const QUEUE: QueueView = { tab: 'waiting', restaurant: null, number: null }

interface SectionPaletteProps {
  go: (path: string) => void
  onKeys: () => void
  onClose: () => void
}

/** The palette where no queue is on the screen. */
export function SectionPalette({ go, onKeys, onClose }: SectionPaletteProps) {
  const work = useWork(useScope().call)
  const takeNext = async () => {
    const id = await work.takeNext(QUEUE)
    if (id !== null) go(ticketPath(id, QUEUE))
  }
  return (
    <DeskPalette
      view={QUEUE}
      open={undefined}
      go={go}
      actions={{ takeNext: () => void takeNext(), keys: onKeys }}
      onClose={onClose}
    />
  )
}
