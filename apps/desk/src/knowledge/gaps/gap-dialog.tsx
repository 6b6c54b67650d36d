import type { KnowledgeGap } from '@podmoga/contract/desk/knowledge'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { Picker } from '@podmoga/ui/picker/picker'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useScope } from '../../lib/scope.tsx'
import { treeQuery } from '../knowledge.api.ts'
import { GAPS, KB, STATES } from '../knowledge.texts.ts'
import { NameDialog } from '../tree/name-dialog.tsx'
import { materialsOf } from '../tree/tree.ts'
import { useTreeMutations } from '../tree/use-tree-mutations.ts'

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase('ru') + text.slice(1)

export interface GapAsk {
  kind: 'write' | 'pick'
  gap: KnowledgeGap
}

interface GapDialogProps {
  ask: GapAsk
  /** Resolves to false on failure, having shown the error itself. */
  onClosed: (gap: KnowledgeGap, material: string) => Promise<boolean>
  onClose: () => void
}

/** Chooses the material that closes a gap, new or existing. An unpublished one is only assigned; the gap stays open. */
export function GapDialog({ ask, onClosed, onClose }: GapDialogProps) {
  const { call } = useScope()
  const navigate = useNavigate()
  const mutations = useTreeMutations()
  const { data: tree } = useQuery(treeQuery(call))
  const [chosen, setChosen] = useState<string | null>(ask.gap.material?.id ?? null)
  const subcategories = (tree?.sections ?? []).flatMap((section) =>
    section.subcategories.map(({ id, name }) => ({ key: id, name: `${section.name} › ${name}` })),
  )
  const [picked, setPicked] = useState<string | null>(null)
  const { run, isPending } = useSubmit()
  const subcategory = picked ?? subcategories[0]?.key ?? null
  if (ask.kind === 'write')
    return (
      <NameDialog
        title={GAPS.write}
        initial={capital(ask.gap.query ?? '').slice(0, 200)}
        submit={KB.create}
        onSubmit={async (title) => {
          const { id } = await mutations.addMaterial(subcategory ?? '', title)
          await onClosed(ask.gap, id)
          void navigate(`/kb/${id}`)
        }}
        onClose={onClose}
      >
        <Picker label={GAPS.where} items={subcategories} value={subcategory} onChange={setPicked} />
      </NameDialog>
    )
  const pick = async () => {
    if (chosen === null) return
    if ((await run(() => onClosed(ask.gap, chosen))) === true) onClose()
  }
  const items = (tree === undefined ? [] : materialsOf(tree)).map(({ id, title, state }) => ({
    key: id,
    name: state === 'draft' ? `${title} (${STATES.draft})` : title,
  }))
  return (
    <Dialog title={GAPS.pick} onClose={onClose}>
      <Picker label={GAPS.picker} items={items} value={chosen} onChange={setChosen} />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {KB.cancel}
        </Button>
        <Button disabled={chosen === null} isPending={isPending} onClick={() => void pick()}>
          {GAPS.pick}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
