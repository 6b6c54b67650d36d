import { onConnectivityChange } from '@podmoga/web/connectivity'
import { type OutboxItem, prefixOf } from '@podmoga/web/outbox/item'
import { personHere } from '@podmoga/web/session/stored-session'
import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { keptWords } from '../kept-words.ts'
import { SCOPE_KEY } from '../outbox-keys.ts'
import { outboxStore } from '../outbox-store.ts'
import { useTitle } from '../use-title.ts'
import { OFFLINE } from './offline.texts.ts'
import styles from './offline-page.module.css'

interface Line {
  key: string
  name: string
  words: string
}

/** Key of a reply or note draft; other keys hold seen-marks and whole forms. */
const DRAFT = /^(note-)?\d+$/

const draftsOf = (person: string): Line[] =>
  keptWords.all(person).flatMap(([key, words]) => {
    const draft = DRAFT.exec(key)
    return draft === null ? [] : [{ key, name: draft[1] === undefined ? OFFLINE.reply : OFFLINE.note, words }]
  })

const lineOf = ({ id, data, files }: OutboxItem): Line => {
  const {
    text = '',
    name = OFFLINE.reply,
    number,
  } = data as { text?: string; name?: string; number?: number }
  const words = [
    text,
    files.length > 0 && OFFLINE.files(files.length),
    number !== undefined && OFFLINE.ticket(number),
  ]
  return { key: id, name, words: words.filter(Boolean).join(' · ') }
}

function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  if (lines.length === 0) return null
  return (
    <section className={styles.kept} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {lines.map(({ key, name, words }) => (
          <li key={key}>
            <b>{name}</b> <span>{words}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * The desk opened without a network: shows the person's drafts and the outbox, which is sent once there is a network. The
 * requested page replaces it by itself; the error page, which shows it too, passes `onBack` for when the network returns.
 */
export function OfflinePage({ onBack }: { onBack?: () => void }) {
  useTitle(OFFLINE.title)
  useEffect(() => onBack && onConnectivityChange(onBack), [onBack])
  const [person] = useState(personHere)
  const [sent, setSent] = useState<readonly OutboxItem[]>([])
  useEffect(() => {
    let isOver = false
    const look = async () => {
      await outboxStore.ready()
      const found = await outboxStore.db.entries<OutboxItem>('outbox', prefixOf(person, SCOPE_KEY))
      if (!isOver) setSent(found.map(([, item]) => item))
    }
    if (person !== '') void look()
    return () => {
      isOver = true
    }
  }, [person])
  const failed = sent.filter(({ state }) => state === 'failed')
  return (
    <main className={styles.page}>
      <WifiOff size={32} aria-hidden />
      <h1>{OFFLINE.title}</h1>
      <p className="t-muted">{OFFLINE.hint}</p>
      <Lines
        title={OFFLINE.waiting}
        lines={sent.filter(({ state }) => state === 'waiting' || state === 'sending').map(lineOf)}
      />
      <Lines title={OFFLINE.failed} lines={failed.map(lineOf)} />
      {person !== '' && <Lines title={OFFLINE.drafts} lines={draftsOf(person)} />}
    </main>
  )
}
