import type { DeskMaterial, DraftProblem } from '@podmoga/contract/desk/materials'
import { useEffect, useRef, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { useAskBeforeUnload } from '../../lib/use-ask-before-unload.ts'
import { makeDraftSaver, type SaveState } from './draft-saver.ts'
import { type DraftText, isSameText } from './draft-text.ts'
import { saveDraft } from './material.api.ts'
import { unsaved } from './unsaved.ts'

export type { DraftText } from './draft-text.ts'

/**
 * The draft of a material: saved automatically within a second of a change, and kept in the browser until the server has
 * it. Remount it for another text.
 */
export function useMaterialDraft(material: DeskMaterial, onSaved: () => void) {
  const { call, person } = useScope()
  const [kept] = useState(() => {
    const text = unsaved.get(person, material.id, material)
    return text === null || isSameText(text, material) ? null : text
  })
  const [draft, setDraft] = useState<DraftText>(() => ({
    title: kept?.title ?? material.title,
    content: kept?.content ?? material.content,
    cover: kept === null ? material.cover : kept.cover,
    files: kept?.files ?? material.files,
  }))
  const [save, setSave] = useState<SaveState>({ kind: 'saved', at: material.edited_at })
  const [state, setState] = useState(material.state)
  const [problems, setProblems] = useState<DraftProblem[]>(material.problems)
  const latest = useRef(draft)
  const sent = useRef<DraftText | null>(null)
  const latestOnSaved = useRef(onSaved)
  latestOnSaved.current = onSaved

  const [saver] = useState(() =>
    makeDraftSaver({
      material_id: material.id,
      // A kept text is saved on its own base revision: if that is outdated, the save is refused and the texts are compared.
      revision: kept?.revision ?? material.revision,
      save: (text: DraftText, revision) => {
        sent.current = text
        return saveDraft(call, material.id, text, revision)
      },
      onState: setSave,
      onSaved: (answer) => {
        setState(answer.state)
        setProblems(answer.problems)
        const isAll = sent.current !== null && isSameText(latest.current, sent.current)
        unsaved.keep(person, material.id, isAll ? null : { ...latest.current, revision: answer.revision })
        latestOnSaved.current()
      },
    }),
  )
  const change = (news: Partial<DraftText>) => {
    const next = { ...latest.current, ...news }
    latest.current = next
    setDraft(next)
    unsaved.keep(person, material.id, { ...next, revision: saver.revision() })
    saver.change(next)
  }
  useEffect(() => {
    saver.start()
    if (kept !== null) saver.change(latest.current)
    return saver.stop
  }, [saver, kept])
  const isDirty = save.kind !== 'saved'
  useAskBeforeUnload(isDirty)

  return {
    draft,
    save,
    state,
    setState,
    problems,
    saver,
    change,
    wasKept: kept !== null,
    /** Removes the kept text. */
    forget: () => unsaved.keep(person, material.id, null),
  }
}
