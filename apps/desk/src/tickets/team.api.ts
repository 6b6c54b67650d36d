import type { Call } from '@podmoga/contract/client'
import {
  addCanned,
  addCannedFiles,
  type CannedReply,
  countCannedUse,
  deleteCanned,
  deleteCannedFile,
  editCanned,
  listCanned,
} from '@podmoga/contract/desk/canned'
import { addNote, listNotes } from '@podmoga/contract/desk/notes'
import { searchPublished } from '@podmoga/contract/desk/reading'
import { listLog, listTags, listTopics, tellPresence } from '@podmoga/contract/desk/work'
import { SEARCH_MAX } from '@podmoga/contract/fields/limits'
import { isRefusal } from '@podmoga/web/explain'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { TICKETS_ROOT } from './tickets.api.ts'

const FRESH_MS = 60_000

/** The newest hundred notes, enough for any ticket. */
export const notesQuery = (call: Call, ticketId: string) =>
  queryOptions({
    queryKey: [...TICKETS_ROOT, 'notes', ticketId],
    queryFn: ({ signal }) =>
      call(listNotes, { params: { ticketId }, query: { page_size: '100' } }, { signal }),
    staleTime: FRESH_MS,
  })

export const saveNote = (
  call: Call,
  note: { ticketId: string; text: string; mentions: readonly string[]; files: readonly File[]; key: string },
) =>
  call(
    addNote,
    {
      params: { ticketId: note.ticketId },
      form: { text: note.text, mentions: note.mentions.join(',') },
      files: note.files,
    },
    { idempotency_key: note.key },
  )

export const logQuery = (call: Call, ticketId: string) =>
  infiniteQueryOptions({
    queryKey: [...TICKETS_ROOT, 'log', ticketId],
    queryFn: ({ pageParam, signal }) =>
      call(listLog, { params: { ticketId }, query: { page: String(pageParam) } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total_pages }, _pages, page) => (page < total_pages ? page + 1 : undefined),
    staleTime: 0,
  })

export const topicsQuery = (call: Call) =>
  queryOptions({
    queryKey: ['desk', 'topics'],
    queryFn: ({ signal }) => call(listTopics, {}, { signal }),
    staleTime: 5 * FRESH_MS,
    select: ({ businesses }) => businesses,
  })

export const tagsQuery = (call: Call) =>
  queryOptions({
    queryKey: ['desk', 'tags'],
    queryFn: ({ signal }) => call(listTags, {}, { signal }),
    staleTime: FRESH_MS,
    select: ({ tags }) => tags,
  })

const CANNED = ['desk', 'canned'] as const

export const cannedQuery = (call: Call) =>
  queryOptions({
    queryKey: CANNED,
    queryFn: ({ signal }) => call(listCanned, {}, { signal }),
    staleTime: FRESH_MS,
    select: ({ results }) => results,
  })

export type CannedDraft = Pick<CannedReply, 'title' | 'text' | 'is_shared'>

/**
 * Adds a canned reply with the idempotency key, or edits the one with this id. Rejects with `changed_meanwhile` if it no
 * longer equals `was`.
 */
export const keepCanned = (
  call: Call,
  draft: CannedDraft,
  { id, was, key }: { id: string | null; was: CannedDraft | undefined; key: string },
) =>
  id === null
    ? call(addCanned, { body: draft }, { idempotency_key: key })
    : call(editCanned, { params: { cannedId: id }, body: was === undefined ? draft : { ...draft, was } })

/** `key`: idempotency key of one choice of files, kept over its retries. */
export const keepCannedFiles = (call: Call, cannedId: string, files: readonly File[], key: string) =>
  call(addCannedFiles, { params: { cannedId }, files }, { idempotency_key: key })
/** A file that is already gone counts as success. */
export const dropCannedFile = (call: Call, cannedId: string, fileId: string) =>
  call(deleteCannedFile, { params: { cannedId, fileId } }).catch((error: unknown) => {
    if (!isRefusal(error, 'not_found')) throw error
  })

export const dropCanned = (call: Call, cannedId: string) => call(deleteCanned, { params: { cannedId } })
export const noteUse = (call: Call, cannedId: string) => call(countCannedUse, { params: { cannedId } })

/** The product's search in the knowledge base as seen by the ticket's restaurant. */
export const articlesQuery = (call: Call, restaurant: string, words: string) =>
  queryOptions({
    queryKey: ['desk', 'articles', restaurant, words],
    queryFn: ({ signal }) =>
      call(searchPublished, { query: { restaurant, search: words.slice(0, SEARCH_MAX) } }, { signal }),
    enabled: words.trim() !== '',
    staleTime: 5 * FRESH_MS,
    placeholderData: keepPreviousData,
  })

export const beHere = (call: Call, ticketId: string, doing: 'looking' | 'answering' | 'gone') =>
  call(tellPresence, { params: { ticketId }, body: { doing } }, { keepalive: doing === 'gone' })
