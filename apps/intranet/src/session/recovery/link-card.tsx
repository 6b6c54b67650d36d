import { ButtonLink } from '@podmoga/ui/button/button'
import { ErrorState } from '@podmoga/ui/error-state/error-state'
import { Loading } from '@podmoga/ui/loading/loading'
import { config } from '@podmoga/web/config'
import { type ReactNode, useEffect } from 'react'
import { CardSkeleton } from '../card-skeleton.tsx'
import { Frame } from '../frame.tsx'
import { signInPath } from '../paths.ts'
import styles from '../session.module.css'
import type { LinkState } from '../sign-in/use-link.ts'
import { INVITE } from '../sign-in/ways-in.texts.ts'

interface LinkCardProps<T> {
  link: LinkState<T>
  onAgain: () => void
  texts: { title: string; gone: string; failed: string }
  children: (found: T) => ReactNode
}

/** The page of a one-time link: its content, or why it cannot be opened. */
export function LinkCard<T>({ link, onAgain, texts, children }: LinkCardProps<T>) {
  const title = link.at === 'gone' ? texts.gone : link.at === 'failed' ? texts.failed : texts.title
  useEffect(() => {
    document.title = `${title} · ${config.brand}`
  }, [title])
  return (
    <Frame>
      <Loading isLoading={link.at === 'reading'} skeleton={<CardSkeleton boxes={[48, 48]} />}>
        {link.at === 'open' && children(link.found)}
        {link.at === 'gone' && (
          <div className={styles.card}>
            <h1>{texts.gone}</h1>
            <p className="t-muted">{link.why}</p>
            <ButtonLink wide href={signInPath()}>
              {INVITE.to_sign_in}
            </ButtonLink>
          </div>
        )}
        {link.at === 'failed' && (
          <div className={styles.card}>
            <h1 className="visually-hidden">{texts.failed}</h1>
            <ErrorState text={texts.failed} detail={link.why} onRetry={onAgain} />
          </div>
        )}
      </Loading>
    </Frame>
  )
}
