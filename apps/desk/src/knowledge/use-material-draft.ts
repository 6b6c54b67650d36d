import {
  type DeskFile,
  type DeskMaterial,
  type DraftProblem,
  saveDraft,
} from '@podmoga/contract/desk/materials'
import { useEffect, useRef, useState } from 'react'
import { usePlace } from '../app/place.tsx'
import { makeDraftSaver, type SaveState } from './draft-saver.ts'
import { unsaved } from './unsaved.ts'

/** What an editor changes and the draft keeps. */
export interface DraftText {
  title: string
  content: string
  cover: DeskFile | null
  files: DeskFile[]
}

/**
 * The text of a material in work: saved by itself within a second of a change, kept by the browser until the server
 * has it. Mount it anew for another text.
 */
export function useMaterialDraft(material: DeskMaterial, onSaved: () => void) {
  const { call, person } = usePlace()
  const [kept] = useState(() => {
    const text = unsaved.get(person, material.id)
    const isNews = text !== null && (text.title !== material.title || text.content !== material.content)
    return isNews ? text : null
  })
  const [draft, setDraft] = useState<DraftText>(() => ({
    title: kept?.title ?? material.title,
    content: kept?.content ?? material.content,
    cover: material.cover,
    files: material.files,
  }))
  const [save, setSave] = useState<SaveState>({ kind: 'saved', at: material.edited_at })
  const [state, setState] = useState(material.state)
  const [problems, setProblems] = useState<DraftProblem[]>(material.problems)
  const latest = useRef(draft)
  const sent = useRef<DraftText | null>(null)
  const told = useRef(onSaved)
  told.current = onSaved

  const [saver] = useState(() =>
    makeDraftSaver({
      material_id: material.id,
      // A kept text was written upon what its editor knew then: an older revision is refused, and compared.
      revision: kept?.revision ?? material.revision,
      save: (text: DraftText, revision) => {
        const { title, content, cover, files } = text
        sent.current = text
        return call(saveDraft, {
          params: { materialId: material.id },
          body: { revision, title, content, cover: cover?.id ?? null, files: files.map(({ id }) => id) },
        })
      },
      onState: setSave,
      onSaved: (answer) => {
        setState(answer.state)
        setProblems(answer.problems)
        const { title, content } = latest.current
        const isAll = title === sent.current?.title && content === sent.current?.content
        unsaved.keep(person, material.id, isAll ? null : { revision: answer.revision, title, content })
        told.current()
      },
    }),
  )
  const change = (news: Partial<DraftText>) => {
    const next = { ...latest.current, ...news }
    latest.current = next
    setDraft(next)
    const { title, content } = next
    unsaved.keep(person, material.id, { revision: saver.revision(), title, content })
    saver.change(next)
  }
  useEffect(() => {
    saver.start()
    if (kept !== null) saver.change(latest.current)
    return saver.stop
  }, [saver, kept])
  const isDirty = save.kind !== 'saved'
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])

  return {
    draft,
    save,
    state,
    setState,
    problems,
    saver,
    change,
    wasKept: kept !== null,
    /** Nothing of this text is to be kept any more. */
    forget: () => unsaved.keep(person, material.id, null),
  }
}
