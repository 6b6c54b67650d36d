import type { ChangedKind } from '@podmoga/contract/profile'
import { Refusal } from '@podmoga/contract/refusals'
import { Button, ButtonLink } from '@podmoga/ui/button/button'
import { ErrorState } from '@podmoga/ui/error-state/error-state'
import { FieldError } from '@podmoga/ui/field/field'
import { formatFull } from '@podmoga/ui/lib/dates'
import { Loading } from '@podmoga/ui/loading/loading'
import { config } from '@podmoga/web/config'
import { explain } from '@podmoga/web/explain'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CardSkeleton } from '../card-skeleton.tsx'
import { Frame } from '../frame.tsx'
import { recoverPath, signInPath } from '../paths.ts'
import styles from '../session.module.css'
import { readRevert, revertChange } from './recovery.api.ts'
import { RECOVERY, REVERT } from './recovery.texts.ts'

type View =
  | { at: 'reading' }
  | { at: 'failed'; why: string | undefined }
  | { at: 'gone'; why: string | undefined }
  | { at: 'asking'; kind: ChangedKind; changed_at: string }
  | { at: 'done'; kind: ChangedKind }

const tokenHere = (): string => new URLSearchParams(location.search).get('token') ?? ''
const isNoToken = (error: unknown): boolean => error instanceof Refusal && error.code === 'invalid'

function useRevert() {
  const [view, setView] = useState<View>({ at: 'reading' })
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const read = useCallback(async () => {
    setView({ at: 'reading' })
    try {
      const { ok, error, kind, changed_at } = await readRevert(tokenHere())
      if (ok && kind && changed_at) setView({ at: 'asking', kind, changed_at })
      else setView({ at: 'gone', why: error ?? undefined })
    } catch (error) {
      setView(isNoToken(error) ? { at: 'gone', why: REVERT.cut } : { at: 'failed', why: explain(error) })
    }
  }, [])
  useEffect(() => void read(), [read])
  const revert = async () => {
    setPending(true)
    setProblem(null)
    try {
      const { ok, error, kind } = await revertChange(tokenHere())
      if (ok && kind) setView({ at: 'done', kind })
      else setProblem(error ?? RECOVERY.try_again)
    } catch (error) {
      setProblem(explain(error) ?? RECOVERY.try_again)
    } finally {
      setPending(false)
    }
  }
  return { view, read, revert, isPending, problem }
}

const TITLES: Record<View['at'], string> = {
  reading: REVERT.title,
  asking: REVERT.title,
  failed: REVERT.failed,
  gone: REVERT.gone,
  done: REVERT.title,
}

/** The page of a notification's link: shows the change, and reverts it if somebody else made it. */
export function RevertPage() {
  const { view, read, revert, isPending, problem } = useRevert()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${TITLES[view.at]} · ${config.brand}`
    if (view.at === 'done') heading.current?.focus()
  }, [view.at])
  return (
    <Frame>
      <Loading isLoading={view.at === 'reading'} skeleton={<CardSkeleton boxes={[96, 48]} />}>
        <div className={styles.card}>
          {view.at === 'asking' && (
            <>
              <h1>{REVERT.title}</h1>
              <p>{REVERT.changed(view.kind, formatFull(view.changed_at))}</p>
              <p className="t-muted">{REVERT.question}</p>
              <div role="alert" className={styles.refusal}>
                {problem !== null && <FieldError>{problem}</FieldError>}
              </div>
              <Button variant="danger" wide isPending={isPending} onClick={() => void revert()}>
                {REVERT.revert}
              </Button>
              <ButtonLink variant="ghost" wide href={signInPath()}>
                {REVERT.mine}
              </ButtonLink>
            </>
          )}
          {view.at === 'done' && (
            <>
              <h1 ref={heading} tabIndex={-1}>
                {REVERT.done(view.kind)}
              </h1>
              <p className="t-muted">{REVERT.done_hint}</p>
              <ButtonLink wide href={signInPath()}>
                {RECOVERY.enter}
              </ButtonLink>
              <ButtonLink variant="ghost" wide href={recoverPath()}>
                {REVERT.new_password}
              </ButtonLink>
            </>
          )}
          {view.at === 'gone' && (
            <>
              <h1>{REVERT.gone}</h1>
              <p className="t-muted">{view.why}</p>
              <ButtonLink wide href={signInPath()}>
                {RECOVERY.to_sign_in}
              </ButtonLink>
            </>
          )}
          {view.at === 'failed' && (
            <>
              <h1 className="visually-hidden">{REVERT.failed}</h1>
              <ErrorState text={REVERT.failed} detail={view.why} onRetry={() => void read()} />
            </>
          )}
        </div>
      </Loading>
    </Frame>
  )
}
