import { topicKindOf } from '@podmoga/contract/fields/choices'
import { Button } from '@podmoga/ui/button/button'
import { ErrorState } from '@podmoga/ui/error-state/error-state'
import { FieldError } from '@podmoga/ui/field/field'
import { TextArea } from '@podmoga/ui/field/text-area'
import { CameraButton, FileDrop } from '@podmoga/ui/file-drop/file-drop'
import { pastedFiles } from '@podmoga/ui/file-drop/pasted-files'
import { cx } from '@podmoga/ui/lib/cx'
import { Link } from '@podmoga/ui/lib/navigation'
import { BackLink } from '@podmoga/ui/link/back-link'
import { Loading } from '@podmoga/ui/loading/loading'
import { RadioTiles } from '@podmoga/ui/radio-tiles/radio-tiles'
import { Select } from '@podmoga/ui/select/select'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { requestSubmit } from '@podmoga/web/early-submit'
import { sentOfEach } from '@podmoga/web/files/add-files'
import { useSearchParams } from '@podmoga/web/router'
import { useQuery } from '@tanstack/react-query'
import { CircleQuestionMark, CreditCard, MessageSquare, Settings2, Wrench } from 'lucide-react'
import {
  type ClipboardEvent,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import { CardWarning } from '../../lib/card-warning.tsx'
import page from '../../lib/page.module.css'
import { PageHeading } from '../../lib/page-heading.tsx'
import { paths } from '../../lib/paths.ts'
import { preloadPage } from '../../lib/preload-page.ts'
import { useScope } from '../../lib/scope.tsx'
import { forgetShared, readShared } from '../../lib/shared.ts'
import type { AlikeTicket } from '../../lib/suggested.ts'
import { Trouble } from '../../lib/trouble.ts'
import { useLate } from '../../lib/use-late.ts'
import { useSlow } from '../../lib/use-slow.ts'
import { DraftFiles } from '../attachments/draft-files.tsx'
import { loadRemoval, useNewTickets } from '../outbox/use-outbox.ts'
import { choicesQuery } from '../tickets.api.ts'
import { TICKETS } from '../tickets.texts.ts'
import { AboutPart } from './about.tsx'
import styles from './new-ticket.module.css'
import { NEW_TICKET } from './new-ticket.texts.ts'
import { useNewTicket } from './use-new-ticket.ts'
import { useOwnAlike } from './use-own-alike.ts'

const LONG_MS = 10_000

const ICONS: Record<string, typeof Wrench> = {
  technical_issue: Wrench,
  functionality_issue: Settings2,
  trouble_paying: CreditCard,
  other: CircleQuestionMark,
}

const TILES = (
  <div className={styles.tiles}>
    {[0, 1, 2, 3].map((key) => (
      <Skeleton key={key} shape="box" height={116} />
    ))}
  </div>
)

type Form = ReturnType<typeof useNewTicket>

function Categories({ form }: { form: Form }) {
  const { ref, value, onBlur, error } = form.field('category')
  const categories = useQuery(choicesQuery(useScope(), 'appeal'))
  if (categories.isError && !categories.data)
    return (
      <ErrorState
        compact
        text={NEW_TICKET.categories_failed}
        isRetrying={categories.isFetching}
        onRetry={() => void categories.refetch()}
      />
    )
  return (
    <Loading isLoading={categories.isPending} skeleton={TILES}>
      <RadioTiles
        ref={ref}
        label={NEW_TICKET.category}
        options={(categories.data ?? []).map(({ key, name }) => {
          const Icon = ICONS[key] ?? MessageSquare
          return { key, name, icon: <Icon size={24} aria-hidden /> }
        })}
        value={value || null}
        onChange={form.setCategory}
        onBlur={onBlur}
        error={error}
      />
    </Loading>
  )
}

function Topics({ form }: { form: Form }) {
  const scope = useScope()
  const field = form.field('topic')
  const kind = topicKindOf(form.values.category)
  const topics = useQuery({ ...choicesQuery(scope, kind ?? 'module'), enabled: kind !== null })
  if (kind === null) return null
  if (topics.isError && !topics.data)
    return (
      <ErrorState
        compact
        text={NEW_TICKET.topics_failed}
        isRetrying={topics.isFetching}
        onRetry={() => void topics.refetch()}
      />
    )
  return (
    <Select
      {...field}
      label={kind === 'module' ? NEW_TICKET.module : NEW_TICKET.payment}
      options={topics.data ?? []}
      value={topics.data ? field.value : ''}
    />
  )
}

/** Adds the files that another app has shared, as if they had been chosen here. */
function useShared({ isReady, addFiles, whenKept }: Form) {
  const [search, setSearch] = useSearchParams()
  const { person } = useScope()
  const isTaken = useRef(false)
  const put = useEffectEvent(({ files, left, paths }: Awaited<ReturnType<typeof readShared>>) => {
    // Files shared before the sign-in are found on the next visit to the form, without `shared` in the URL.
    if (!search.has('shared') && files.length === 0) return
    addFiles(
      files,
      files.length === 0 ? NEW_TICKET.share_failed : left > 0 ? NEW_TICKET.share_left(left) : '',
    )
    // Makes the added files visible.
    setTimeout(() => document.querySelector('[data-files]')?.scrollIntoView({ block: 'center' }), 300)
    // After a reload before this point they are added once more.
    whenKept(() => {
      void forgetShared(paths)
      if (search.has('shared')) setSearch({}, { replace: true })
    })
  })
  useEffect(() => {
    if (!isReady || isTaken.current) return
    isTaken.current = true
    void readShared(person).then(put)
  }, [isReady, person])
}

interface NewTicketPageProps {
  /** Content under the message, made from its text and a similar open ticket; it can submit the form like the button. */
  answers?: (message: string, alike: AlikeTicket | null, send: () => void) => ReactNode
}

/** The usual response time, the error, and the submit button. */
function SubmitPart({ form }: { form: ReturnType<typeof useNewTicket> }) {
  const Promised = useLate(() => import('../promise/new-ticket-promise.tsx'))?.NewTicketPromise
  const isLong = useSlow(form.isPending, LONG_MS)
  return (
    <div className={styles.submit}>
      {Promised && <Promised category={form.values.category} />}
      {form.problem !== null && (
        <div role="alert">
          <FieldError>{form.problem}</FieldError>
        </div>
      )}
      <div className={styles.ways}>
        <Button type="submit" isPending={form.isPending}>
          {TICKETS.send}
        </Button>
        {isLong && <span role="status">{TICKETS.longer}</span>}
        {isLong && form.cancel && (
          <Button variant="ghost" onClick={form.cancel}>
            {TICKETS.cancel}
          </Button>
        )}
      </div>
    </div>
  )
}

const loadOutgoing = () => import('../list/outgoing-tickets.tsx')

/** «Тикеты» at tickets/add: category, topic, words, files. */
export function NewTicketPage({ answers }: NewTicketPageProps) {
  const { restaurantId } = useScope()
  const form = useNewTicket()
  const drop = useRef<HTMLInputElement>(null)
  const element = useRef<HTMLFormElement>(null)
  const { files, initial_message, device } = form.values
  const alike = useOwnAlike({ message: initial_message, isOnItsWay: form.isPending })

  const unsent = useNewTickets().items.length

  useShared(form)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = pastedFiles(
      event.clipboardData,
      files.map((file) => file.name),
    )
    if (pasted.length === 0) return
    event.preventDefault()
    form.addFiles(pasted)
  }
  const sent = sentOfEach(files, form.progress?.sent ?? 0, form.progress?.total ?? 0)
  const mayCancel = form.cancel !== null && files.length > 0
  // Prefetched, so that offline the list can open and show the waiting ticket.
  const fetchList = () => {
    preloadPage(paths.tickets(restaurantId))
    void loadOutgoing()
      .then(loadRemoval)
      .catch(() => null)
  }
  return (
    <div className={cx(page.page, styles.page)}>
      <div className={styles.top}>
        <BackLink href={paths.tickets(restaurantId)}>{NEW_TICKET.back}</BackLink>
        {/* A user who returns to an empty form sees where their unsent tickets are. */}
        {unsent > 0 && !form.isPending && (
          <Link className={styles.unsent} href={paths.tickets(restaurantId)}>
            {NEW_TICKET.unsent(unsent)}
          </Link>
        )}
      </div>
      <PageHeading title={TICKETS.new_title}>{TICKETS.title}</PageHeading>
      <AboutPart device={device} onAway={form.dropDevice} />
      {useContext(Trouble)}
      <form ref={element} className={styles.form} noValidate onSubmit={submit} onFocus={fetchList}>
        <Categories form={form} />
        <Topics form={form} />
        <TextArea
          {...form.field('initial_message')}
          label={NEW_TICKET.message}
          rows={4}
          onPaste={onPaste}
          readOnly={form.isPending}
          required
        />
        <CardWarning text={initial_message} />
        {answers?.(initial_message, alike, () => requestSubmit(element.current))}
        <div className={styles.files} data-files>
          <FileDrop
            ref={drop}
            label={NEW_TICKET.files}
            {...form.picks}
            onFiles={(added) => form.addFiles(added)}
            isDisabled={form.isPending}
            error={form.fileProblem || undefined}
          />
          <CameraButton
            label={TICKETS.camera}
            isWide
            onFiles={(added) => form.addFiles(added)}
            isDisabled={form.isPending}
          />
          {form.note !== null && <p className="t-small t-muted">{form.note}</p>}
          <DraftFiles
            files={files}
            stateOf={(file, at) => ({
              sent: form.isPending ? (sent[at] ?? 0) : undefined,
              onCancel: mayCancel ? () => form.cancelFile(file) : undefined,
            })}
            isLocked={form.isPending}
            onRemove={form.removeFile}
            onReplace={form.replaceFile}
            fallbackRef={drop}
          />
        </div>
        <SubmitPart form={form} />
      </form>
    </div>
  )
}
