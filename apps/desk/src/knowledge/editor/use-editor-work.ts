import type { DeskMaterial } from '@podmoga/contract/desk/materials'
import { toast } from '@podmoga/ui/toast/toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { treeQuery } from '../knowledge.api.ts'
import { EDITOR } from '../knowledge.texts.ts'
import { type DraftText, isSameText } from '../material/draft-text.ts'
import { unpublishMaterial } from '../material/material.api.ts'
import { useMaterialDraft } from '../material/use-material-draft.ts'
import { reviewKey } from '../review/review.api.ts'
import { REVIEW } from '../review/review.texts.ts'
import { scheduleKey } from '../schedule/schedule.api.ts'
import { SCHEDULE } from '../schedule/schedule.texts.ts'
import type { ShelvedText } from '../tree/shelf.ts'
import { useShelf } from '../tree/use-shelf.ts'
import { useTreeMutations } from '../tree/use-tree-mutations.ts'

/** The dialog open over the text. */
export type Ask =
  | { kind: 'link' | 'video' }
  | { kind: 'picture'; file: File | null; alt: string | null }
  | { kind: 'publish' | 'versions'; revision: number }
  | { kind: 'stale' | 'unpublish' | 'remove' }

/** State of editing one material: its draft, shelved texts, actions, and the open dialog. */
export function useEditorWork(material: DeskMaterial, isVersion: boolean) {
  const { call } = useScope()
  const client = useQueryClient()
  const { data: tree } = useQuery(treeQuery(call))
  const mutations = useTreeMutations()
  const work = useMaterialDraft(material, () => void mutations.refresh())
  const shelf = useShelf(material.id)
  const [ask, setAsk] = useState<Ask | null>(null)
  const { draft, save, state, saver } = work
  const isStale = save.kind === 'stale'
  useEffect(() => {
    if (isStale) setAsk({ kind: 'stale' })
  }, [isStale])
  const { wasKept } = work
  useEffect(() => {
    if (wasKept) toast.info({ title: EDITOR.restored })
  }, [wasKept])

  const isInHistory =
    save.kind === 'saved' && (state === 'published' || (isVersion && isSameText(draft, material)))

  return {
    ...work,
    material,
    tree,
    mutations,
    shelf,
    ask,
    setAsk,
    isStale,
    isInHistory,
    /** Swaps a shelved text with the current one, which may exist nowhere else. Resolves to whether file URLs need a refetch. */
    bringBack: async (text: ShelvedText, write: (text: DraftText) => void): Promise<boolean> => {
      shelf.drop(text.id)
      if (!isInHistory && !isSameText(draft, text)) shelf.put(draft, 'former')
      write(text)
      // Its signed file URLs have expired; the server issues new ones.
      const hasFiles = text.cover !== null || text.files.length > 0 || text.content.includes('data-file')
      return (await saver.flush()) !== null && hasFiles
    },
    /** Opens the publish or versions dialog once the server has the newest text. */
    afterSave: async (kind: 'publish' | 'versions') => {
      const revision = await saver.flush()
      if (revision !== null) setAsk({ kind, revision })
    },
    published: (revision: number) => {
      saver.rebase(revision)
      work.setState('published')
      setAsk(null)
      toast.success({ title: EDITOR.published })
      void mutations.refresh()
      void client.invalidateQueries({ queryKey: scheduleKey(material.id) })
    },
    scheduled: (local: string) => {
      setAsk(null)
      toast.success({ title: SCHEDULE.comes(local) })
      void mutations.refresh()
      void client.invalidateQueries({ queryKey: scheduleKey(material.id) })
    },
    asked: () => {
      setAsk(null)
      toast.success({ title: REVIEW.asked })
      void mutations.refresh()
      void client.invalidateQueries({ queryKey: reviewKey(material.id) })
    },
    unpublish: async () => {
      await saver.flush()
      const { revision } = await unpublishMaterial(call, material.id)
      // A higher revision means that somebody else has saved: do not rebase, so that the next save is refused and compared.
      if (revision <= saver.revision() + 1) saver.rebase(revision)
      work.setState('draft')
      toast.success({ title: EDITOR.unpublished })
      void mutations.refresh()
      void client.invalidateQueries({ queryKey: scheduleKey(material.id) })
    },
  }
}

export type EditorWork = ReturnType<typeof useEditorWork>
