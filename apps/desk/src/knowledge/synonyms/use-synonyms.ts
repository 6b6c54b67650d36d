import type { getSynonyms } from '@podmoga/contract/desk/knowledge'
import type { Answer } from '@podmoga/contract/endpoint'
import { uuid } from '@podmoga/contract/fields/uuid'
import { toast } from '@podmoga/ui/toast/toast'
import { isRefusal } from '@podmoga/web/explain'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useEffect, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { readSynonyms, setSynonyms } from '../knowledge.api.ts'
import { SYNONYMS } from '../knowledge.texts.ts'
import { keptSynonyms } from './kept-synonyms.ts'
import { lineError, lineOf, mergeGroups, type SynonymNews, wordsOf } from './synonym-groups.ts'

export type SynonymList = Answer<typeof getSynonyms>

export interface SynonymLine {
  key: string
  text: string
}

interface Work {
  /** The server's list that the lines are based on. */
  seen: SynonymList
  lines: SynonymLine[]
  isDirty: boolean
  /** The lines were restored from an earlier visit without a save. */
  isRestored: boolean
  news: SynonymNews | null
}

const toLine = (text: string): SynonymLine => ({ key: uuid(), text })

const fresh = (seen: SynonymList): Work => ({
  seen,
  lines: seen.groups.map((words) => toLine(lineOf(words))),
  isDirty: false,
  isRestored: false,
  news: null,
})

/** Rebases the work onto a newer list, keeping typed lines and reporting the other editor's changes. */
const rebased = (work: Work, theirs: SynonymList): Work => {
  const { kept, coming, news } = mergeGroups(work.seen.groups, work.lines, theirs.groups)
  return { ...work, seen: theirs, lines: [...kept, ...coming.map(toLine)], isDirty: true, news }
}

const begin = (person: string, list: SynonymList): Work => {
  const left = keptSynonyms.get(person)
  if (left === null) return fresh(list)
  const { seen, lines } = left
  const work = { seen, lines: lines.map(toLine), isDirty: true, isRestored: true, news: null }
  return seen.revision === list.revision ? work : rebased(work, list)
}

/** Editing the list of synonyms; unsaved lines are kept in this browser. */
export function useSynonyms(list: SynonymList) {
  const { call, person } = useScope()
  const [work, setWork] = useState(() => begin(person, list))
  const { run, isPending } = useSubmit({ toast: SYNONYMS.not_saved })
  const { seen, lines, isDirty } = work
  useEffect(() => {
    keptSynonyms.keep(person, isDirty ? { seen, lines: lines.map(({ text }) => text) } : null)
  }, [person, seen, lines, isDirty])
  const send = async () => {
    const groups = lines.map(({ text }) => wordsOf(text)).filter((words) => words.length > 0)
    const { revision } = await setSynonyms(call, groups, seen.revision)
    // Lines changed during the save are still unsaved.
    setWork((now) => ({
      seen: { groups, revision },
      lines: now.lines,
      isDirty: now.lines !== lines,
      isRestored: false,
      news: null,
    }))
    toast.success({ title: SYNONYMS.saved })
  }
  const save = async () => {
    if (lines.some(({ text }) => lineError(text) !== undefined)) return
    await run(() =>
      send().catch(async (error: unknown) => {
        if (!isRefusal(error, 'stale_draft')) throw error
        const theirs = await readSynonyms(call)
        setWork((now) => rebased(now, theirs))
      }),
    )
  }
  return {
    ...work,
    isBusy: isPending,
    save,
    change: (next: (lines: SynonymLine[]) => SynonymLine[]) =>
      setWork((now) => ({ ...now, lines: next(now.lines), isDirty: true })),
    add: () => setWork((now) => ({ ...now, lines: [...now.lines, toLine('')], isDirty: true })),
    /** Discards changes and shows the server's list. */
    reset: () => setWork((now) => fresh(now.seen)),
  }
}
