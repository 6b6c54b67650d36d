import { Refusal } from '@podmoga/contract/refusals'
import { uuid } from '@podmoga/contract/uuid'
import { toast } from '@podmoga/ui/toast/toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { explain } from '../app/explain.ts'
import { paths } from '../app/paths.ts'
import { usePlace } from '../app/place.tsx'
import { useDraft } from './drafts.ts'
import { fileKey } from './file-key.ts'
import { errorsOf, FIELDS, type FieldName, type NewTicketValues } from './new-ticket.rules.ts'
import { addFiles as takeFiles } from './ticket-files.ts'
import { DEFAULT_LIMITS, limitsQuery, submitTicket, ticketsRoot } from './tickets.api.ts'
import { TICKETS } from './tickets.texts.ts'

const EMPTY: NewTicketValues = { category: '', topic: '', initial_message: '', files: [] }
const isEmpty = ({ category, initial_message, files }: NewTicketValues) =>
  category === '' && initial_message === '' && files.length === 0

const contentOf = ({ files, ...texts }: NewTicketValues) => JSON.stringify([texts, files.map(fileKey)])
const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()

/** Adds a text that another page has brought along; once, though the history keeps it over a reload. */
const bring =
  (text: string) =>
  (form: NewTicketValues): NewTicketValues => {
    const { initial_message } = form
    if (initial_message.includes(text)) return form
    return { ...form, initial_message: initial_message === '' ? text : `${initial_message}\n\n${text}` }
  }

/** The new-ticket form: its draft, which errors may be shown, and sending it once. */
export function useNewTicket() {
  const place = usePlace()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const limits = useQuery(limitsQuery(place)).data ?? DEFAULT_LIMITS
  const brought: unknown = useLocation().state?.initial_message
  const {
    value: values,
    change,
    clear,
    latest,
  } = useDraft(
    'new',
    EMPTY,
    isEmpty,
    typeof brought === 'string' && brought !== '' ? bring(brought) : undefined,
  )
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set())
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [fileProblem, setFileProblem] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [progress, setProgress] = useState<{ sent: number; total: number } | null>(null)
  const [isPending, setPending] = useState(false)
  const running = useRef<AbortController | null>(null)
  const attempt = useRef({ content: '', key: '' })
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  useEffect(() => {
    if (!isPending) return
    window.addEventListener('beforeunload', askBeforeUnload)
    return () => window.removeEventListener('beforeunload', askBeforeUnload)
  }, [isPending])

  const set = (part: Partial<NewTicketValues>) => {
    setProblem(null)
    setRefused({})
    change((now) => ({ ...now, ...part }))
  }

  const succeed = () => {
    clear()
    toast.success(TICKETS.ticket_sent)
    void queryClient.invalidateQueries({ queryKey: ticketsRoot(place.restaurantId) })
    if (isHere.current) void navigate(paths.tickets(place.restaurantId), { replace: true })
  }

  const send = async () => {
    if (running.current !== null) return
    const form = latest.current
    const content = contentOf(form)
    // The same content keeps its key, so a retry after a lost answer makes no second ticket.
    if (attempt.current.content !== content) attempt.current = { content, key: uuid() }
    const abort = new AbortController()
    running.current = abort
    setPending(true)
    setProblem(null)
    setProgress({ sent: 0, total: 0 })
    try {
      await submitTicket(place, form, {
        key: attempt.current.key,
        signal: abort.signal,
        onProgress: (sent, total) => setProgress({ sent, total }),
      })
      succeed()
    } catch (error) {
      if (abort.signal.aborted) return
      if (error instanceof Refusal && error.code === 'unreadable') return succeed()
      if (error instanceof Refusal && error.code === 'idempotency_conflict') attempt.current.content = ''
      if (error instanceof Refusal) setRefused(error.fields)
      setProblem(explain(error))
      toast.danger(TICKETS.ticket_failed_toast)
    } finally {
      if (running.current === abort) {
        running.current = null
        setPending(false)
        setProgress(null)
      }
    }
  }

  const found = errorsOf(values)
  const errors: Partial<Record<FieldName, string>> = {}
  for (const name of FIELDS) {
    const text = (touched.has(name) ? found[name] : undefined) ?? refused[name]
    if (text !== undefined) errors[name] = text
  }

  return {
    values,
    errors,
    problem,
    fileProblem,
    progress,
    isPending,
    accept: limits.accept,
    touch: (name: FieldName) => setTouched((names) => new Set([...names, name])),
    setCategory: (category: string) => {
      setTouched((names) => new Set([...names].filter((name) => name !== 'topic')))
      set({ category, topic: '' })
    },
    setTopic: (topic: string) => set({ topic }),
    setMessage: (initial_message: string) => set({ initial_message }),
    addFiles: (added: readonly File[]) => {
      const taken = takeFiles(latest.current.files, added, limits)
      setFileProblem(taken.problem)
      set({ files: taken.files })
    },
    removeFile: (file: File) => {
      setFileProblem('')
      set({ files: latest.current.files.filter((one) => one !== file) })
    },
    /** Takes one file out of the running request: the rest goes at once, as another content. */
    cancelFile: (file: File) => {
      running.current?.abort()
      running.current = null
      change((now) => ({ ...now, files: now.files.filter((one) => one !== file) }))
      void send()
    },
    /** Sends the form, or returns the first field that is wrong. */
    submit: (): FieldName | null => {
      setTouched(new Set(FIELDS))
      const wrong = FIELDS.find((name) => errorsOf(latest.current)[name] !== undefined)
      if (wrong === undefined) void send()
      return wrong ?? null
    },
  }
}
