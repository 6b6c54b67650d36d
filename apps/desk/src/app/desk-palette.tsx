import type { DeskRole } from '@podmoga/contract/session'
import { type FeatureMenu, isOpenTo } from '../lib/feature.ts'
import { useScope } from '../lib/scope.tsx'
import { Palette, type PaletteProps } from '../tickets/palette/palette.tsx'
import type { PaletteSection } from '../tickets/palette/palette-items.ts'
import { type QueueView, ticketPath } from '../tickets/queue/queue-view.ts'
import { useWork } from '../tickets/side/use-work.ts'

/** The pages that a person with these roles may open, apart from the queues. */
const sectionsOf = (menus: readonly FeatureMenu[], mine: readonly DeskRole[]): PaletteSection[] =>
  menus.flatMap(({ hint, pages }) =>
    pages.filter((page) => isOpenTo(page, mine)).map(({ href, label }) => ({ href, title: label, hint })),
  )

type DeskPaletteProps = Omit<PaletteProps, 'call' | 'isAgent' | 'sections'>

const QUEUE: QueueView = { tab: 'waiting', number: null }

interface SectionPaletteProps {
  go: (path: string) => void
  onKeys: () => void
  onClose: () => void
}

/** Makes the palettes listing these pages: one for the workspace, one for sections without a queue on the screen. */
export const makePalettes = (menus: readonly FeatureMenu[]) => {
  const DeskPalette = (props: DeskPaletteProps) => {
    const { me, call } = useScope()
    const sections = sectionsOf(menus, me.roles)
    return <Palette {...props} call={call} isAgent={me.roles.includes('agent')} sections={sections} />
  }
  const SectionPalette = ({ go, onKeys, onClose }: SectionPaletteProps) => {
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
  return { DeskPalette, SectionPalette }
}
