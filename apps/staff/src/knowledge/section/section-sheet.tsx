import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { BackLink } from '@podmoga/ui/link/back-link'
import { BookOpen, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import { KNOWLEDGE } from '../knowledge.texts.ts'
import styles from './section.module.css'
import { Subcategories } from './section-panel.tsx'
import type { SectionView } from './use-section.ts'

const Dialog = lazyPart(() => import('@podmoga/ui/dialog/dialog').then((module) => module.Dialog))

/** The section's list on phones: a button above the article opens it in a sheet. */
export function SectionSheet({ view }: { view: SectionView }) {
  const { restaurantId } = useScope()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const section = view.section.data?.name ?? KNOWLEDGE.section
  return (
    <>
      <button type="button" className={styles.opener} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <BookOpen size={20} aria-hidden />
        <span className={styles.openerText}>{KNOWLEDGE.in_section}</span>
        <ChevronDown size={20} aria-hidden />
      </button>
      {isOpen && (
        <Dialog title={section} onClose={close}>
          <BackLink href={paths.home(restaurantId)} onClick={close}>
            {KNOWLEDGE.to_home}
          </BackLink>
          <Subcategories view={view} onChoose={close} />
        </Dialog>
      )}
    </>
  )
}
