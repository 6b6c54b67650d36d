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

/** What the browser keeps of such a form: what it was written upon, and what stands in it. */
export const listFormOf = <Draft>(Typed: z.ZodType<Draft>) =>
  z.object({ version: z.string(), seen: Typed, typed: Typed })

interface ListFormOptions<Kept extends Versioned, Draft extends object, Body extends object> {
  /** Its own in this browser. */
  name: string
  left: z.ZodType<Versioned & { seen: Draft; typed: Draft }>
  /** As the server has it; whoever shows the form asks for it once. */
  kept: Kept
  queryKey: QueryKey
  schema: z.ZodType<Body>
  draftOf: (kept: Kept) => Draft
  bodyOf: (draft: Draft) => unknown
  look: () => Promise<Kept>
  save: (body: Body & Versioned) => Promise<Kept>
  /** One's own over what another has saved since it was `seen`. */
  rebase: (mine: Draft, seen: Draft, theirs: Draft) => Draft
  /** What the other has changed, line by line. */
  newsOf: (seen: Draft, theirs: Draft) => string[]
  /** What was typed in while `sent` was being saved. */
  adopt?: (now: Draft, sent: Draft, saved: Draft) => Draft
  /** Said once it is saved. */
  saved: string
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
/** A body without who its parts are by: what was new has an id once it is there. */
const wordsOf = (body: unknown): string =>
  JSON.stringify(body, (name, value: unknown) => (name === 'id' ? null : value))
const isLate = (error: unknown): boolean =>
  isRefusal(error, 'changed_meanwhile') || isRefusal(error, 'stale_draft')

/**
 * A list that is edited and saved as a whole, over a version: what is not saved is there again for whoever comes back, and
 * who was overtaken keeps what they typed, hears what the other has changed and saves over that.
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
  /** What the form is written upon. */
  const [upon, setUpon] = useState(() => ({ version: kept.version, draft: draftOf(kept) }))
  const told = (text: string, seen: Draft, theirs: Draft): Meanwhile | null => {
    const lines = newsOf(seen, theirs)
    return lines.length === 0 ? null : { text, lines }
  }
  const [news, setNews] = useState(() => told(refusalText('changed_meanwhile'), start.seen, upon.draft))
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
      // A version also begins with what the settings say: nothing of this form was overtaken then.
      if (isSame(theirs, upon.draft)) return how.save({ ...body, version: fresh.version })
      // What is there is what was sent: by another tab, or the answer was lost.
      if (wordsOf(how.bodyOf(theirs)) === wordsOf(how.bodyOf(values))) return fresh
      client.setQueryData(queryKey, fresh)
      bound.rebase((mine) => rebase(mine, upon.draft, theirs))
      setUpon({ version: fresh.version, draft: theirs })
      setNews(told(explain(error) ?? '', upon.draft, theirs))
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
  /** Gives up what was typed here. */
  const reset = () => {
    setNews(null)
    restart(upon.draft)
  }
  /** Of a list as a whole: no field of the form says it. */
  const [ofList] = Object.keys(values).flatMap((list) => bound.errorOf(list) ?? [])
  return { ...bound, save, reset, isPending, problem: problem ?? ofList ?? null, news, isChanged }
}
