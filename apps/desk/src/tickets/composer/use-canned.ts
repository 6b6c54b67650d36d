import type { Call } from '@podmoga/contract/client'
import type { CannedReply } from '@podmoga/contract/desk/canned'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useState } from 'react'
import { loadFile } from '../../lib/load-file.ts'
import { cannedQuery, noteUse } from '../team.api.ts'
import { COMPOSER } from './composer.texts.ts'
import { askedAfter, fillIn } from './placeholders.ts'
import { useSuggestions } from './suggestions.tsx'

const MOST_SHOWN = 8

interface CannedNeeds {
  call: Call
  ticket: DeskTicket | undefined
  text: string
  setText: (text: string) => void
  area: RefObject<HTMLTextAreaElement | null>
  /** Attaches a file of the canned reply. */
  bring: (name: string, load: () => Promise<File>) => void
}

/** Canned replies in a composer: «/» at the start of a line opens the list. */
export function useCanned({ call, ticket, text, setText, area, bring }: CannedNeeds) {
  const cache = useQueryClient()
  const [asked, setAsked] = useState<string | null>(null)
  const { data } = useQuery({ ...cannedQuery(call), enabled: asked !== null })
  const wanted = asked?.toLowerCase() ?? ''
  const fitting = (data ?? []).filter((one) => `${one.title}\n${one.text}`.toLowerCase().includes(wanted))

  /** File links expire in minutes: on failure refetches the list for a fresh link. */
  const load = async (canned: CannedReply, file: CannedReply['files'][number]): Promise<File> => {
    try {
      return await loadFile(file)
    } catch {
      const { results } = await cache.fetchQuery({ ...cannedQuery(call), staleTime: 0 })
      const now = results.find(({ id }) => id === canned.id)?.files.find(({ id }) => id === file.id)
      return await loadFile(now ?? file)
    }
  }

  /** Inserts the reply at the caret, replacing the «/» query, and counts the use. */
  const put = (canned: CannedReply) => {
    const caret = area.current?.selectionStart ?? text.length
    const from = asked === null ? caret : caret - asked.length - 1
    setText(text.slice(0, from) + fillIn(canned.text, ticket) + text.slice(caret))
    setAsked(null)
    area.current?.focus()
    void noteUse(call, canned.id).catch(() => undefined)
    for (const file of canned.files) bring(file.file_name, () => load(canned, file))
  }
  const suggestions = useSuggestions({
    label: COMPOSER.canned_list,
    items:
      asked === null
        ? null
        : fitting.slice(0, MOST_SHOWN).map(({ id, title, text: words }) => ({ key: id, title, hint: words })),
    onPick: (id) => {
      const canned = fitting.find((one) => one.id === id)
      if (canned !== undefined) put(canned)
    },
    onLeave: () => setAsked(null),
  })
  return {
    suggestions,
    put,
    /** Call after each change of the text. */
    look: (value: string, caret: number) => setAsked(askedAfter(value, caret, '/')),
  }
}
