import { refusalText } from '@podmoga/contract/refusals'
import { toast } from '@podmoga/ui/toast/toast'
import { explain, isRefusal } from '@podmoga/web/explain'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useForm } from '@podmoga/web/use-form'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { useKeptForm } from '../use-kept-form.ts'
import type { Meanwhile } from './meanwhile.tsx'
import { useListFocus } from './use-list-focus.ts'

interface Versioned {
  version: string
}

/** What the browser keeps of such a form: the version and values it was based on, and the typed values. */
export const listFormOf = <Draft>(Typed: z.ZodType<Draft>) =>
  z.object({ version: z.string(), seen: Typed, typed: Typed })

interface ListFormOptions<Kept extends Versioned, Draft extends object, Body extends object> {
  /** The form's unique name in this browser's storage. */
  name: string
  left: z.ZodType<Versioned & { seen: Draft; typed: Draft }>
  /** The server's state, fetched once by the component that shows the form. */
  kept: Kept
  queryKey: QueryKey
  schema: z.ZodType<Body>
  draftOf: (kept: Kept) => Draft
  bodyOf: (draft: Draft) => unknown
  look: () => Promise<Kept>
  save: (body: Body & Versioned) => Promise<Kept>
  /** Rebases the user's changes since `seen` onto what another person has saved. */
  rebase: (mine: Draft, seen: Draft, theirs: Draft) => Draft
  /** Describes the other person's changes, line by line. */
  newsOf: (seen: Draft, theirs: Draft) => string[]
  /** Merges ids of `saved` into `now`, which was edited while `sent` was being saved. */
  adopt?: (now: Draft, sent: Draft, saved: Draft) => Draft
  /** Toast title after a save. */
  saved: string
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
/** A body without ids, for comparison: new parts get their ids only when they are saved. */
const wordsOf = (body: unknown): string =>
  JSON.stringify(body, (name, value: unknown) => (name === 'id' ? null : value))
const isLate = (error: unknown): boolean =>
  isRefusal(error, 'changed_meanwhile') || isRefusal(error, 'stale_draft')

/**
 * A list that is edited and saved as a whole, with optimistic locking by version. Unsaved changes are restored on the next
 * visit. On a conflict the user keeps the typed values, sees what the other person has changed, and saves over that.
 */
export const useListForm = <Kept extends Versioned, Draft extends object, Body extends object>({
  name,
  left,
  kept,
  ...how
}: ListFormOptions<Kept, Draft, Body>) => {
  const { draftOf, newsOf, rebase, queryKey } = how
  const client = useQueryClient()
  const { start, keep } = useKeptForm(name, left, {
    version: kept.version,
    seen: draftOf(kept),
    typed: draftOf(kept),
  })
  /** The version and values that the form is based on. */
  const [upon, setUpon] = useState(() => ({ version: kept.version, draft: draftOf(kept) }))
  const newsFor = (text: string, seen: Draft, theirs: Draft): Meanwhile | null => {
    const lines = newsOf(seen, theirs)
    return lines.length === 0 ? null : { text, lines }
  }
  const [news, setNews] = useState(() => newsFor(refusalText('changed_meanwhile'), start.seen, upon.draft))
  const bound = useForm(how.schema, useState(() => rebase(start.typed, start.seen, upon.draft))[0], {
    toBody: how.bodyOf,
  })
  const { values, restart } = bound
  useListFocus(bound.form)
  const { run, isPending, problem } = useSubmit({ refreshes: [], onFields: bound.say })
  const isChanged = !isSame(values, upon.draft)
  useEffect(() => keep({ version: upon.version, seen: upon.draft, typed: values }, isChanged))
  const latest = useRef(values)
  latest.current = values

  const send = async (body: Body): Promise<Kept | null> => {
    try {
      return await how.save({ ...body, version: upon.version })
    } catch (error) {
      if (!isLate(error)) throw error
      const fresh = await how.look()
      const theirs = draftOf(fresh)
      // The version also changes with the settings: this form's own values did not change, so there is no conflict.
      if (isSame(theirs, upon.draft)) return how.save({ ...body, version: fresh.version })
      // The server already has what was sent: another tab sent it, or the response was lost.
      if (wordsOf(how.bodyOf(theirs)) === wordsOf(how.bodyOf(values))) return fresh
      client.setQueryData(queryKey, fresh)
      bound.rebase((mine) => rebase(mine, upon.draft, theirs))
      setUpon({ version: fresh.version, draft: theirs })
      setNews(newsFor(explain(error) ?? '', upon.draft, theirs))
      return null
    }
  }
  const save = async (body: Body) => {
    const saved = await run(() => send(body))
    if (saved === null) return
    const theirs = draftOf(saved)
    client.setQueryData(queryKey, saved)
    setUpon({ version: saved.version, draft: theirs })
    setNews(null)
    if (isSame(latest.current, values)) restart(theirs)
    else bound.rebase((now) => how.adopt?.(now, values, theirs) ?? now)
    toast.success({ title: how.saved })
  }
  /** Discards the typed values. */
  const reset = () => {
    setNews(null)
    restart(upon.draft)
  }
  /** An error of a list as a whole: no field shows it. */
  const [ofList] = Object.keys(values).flatMap((list) => bound.errorOf(list) ?? [])
  return { ...bound, save, reset, isPending, problem: problem ?? ofList ?? null, news, isChanged }
}
