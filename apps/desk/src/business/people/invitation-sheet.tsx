import { isLocalLink } from '@podmoga/contract/fields/local-link'
import { Button } from '@podmoga/ui/button/button'
import { formatDay } from '@podmoga/ui/lib/dates'
import { QrCode } from '@podmoga/ui/qr-code/qr-code'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '../../lib/save-download.ts'
import { useAskBeforeUnload } from '../../lib/use-ask-before-unload.ts'
import { AdminPage } from '../admin-page.tsx'
import styles from '../business.module.css'
import { PEOPLE } from '../business.texts.ts'
import sheet from './invitation-sheet.module.css'
import { invitationsCsv } from './invitations-csv.ts'
import { INVITE_MANY } from './invite-many.texts.ts'
import type { InvitedMany } from './invite-many-dialog.tsx'

/** Natural order, as in the list of restaurants: 2 before 10. */
const byName = new Intl.Collator('ru', { numeric: true })

interface InvitationSheetProps {
  invited: InvitedMany
  /** Called when the links were printed or saved. */
  onTaken: () => void
  onDone: () => void
}

/** Invitation links of many people, shown once: printable strips by restaurant, or a CSV file. */
export function InvitationSheet({ invited: { results, skipped }, onTaken, onDone }: InvitationSheetProps) {
  const rows = [...results].sort(
    (a, b) => byName.compare(a.restaurant ?? '', b.restaurant ?? '') || byName.compare(a.name, b.name),
  )
  const sent = rows.filter((row) => row.sent).length
  // The links are shown once: a reload before printing or saving would lose them.
  const [isTaken, setTaken] = useState(sent === rows.length)
  useAskBeforeUnload(!isTaken)
  const take = () => {
    setTaken(true)
    onTaken()
  }
  const save = () => {
    saveFile(INVITE_MANY.file, new Blob([invitationsCsv(rows)], { type: 'text/csv;charset=utf-8' }))
    take()
  }
  const print = () => {
    window.print()
    take()
  }
  return (
    <AdminPage title={INVITE_MANY.ready(rows.length)}>
      <div className={`${styles.stack} ${sheet.aside}`}>
        {sent > 0 && <p>{INVITE_MANY.sent(sent)}</p>}
        {sent < rows.length && <p>{INVITE_MANY.not_sent(rows.length - sent)}</p>}
        {skipped > 0 && <p>{INVITE_MANY.skipped(skipped)}</p>}
        {rows.some(({ link }) => isLocalLink(link)) && <p role="alert">{PEOPLE.local_link}</p>}
        <p className="t-small t-muted">{INVITE_MANY.hint}</p>
        <div className={styles.actions}>
          <Button icon={<Printer size={20} aria-hidden />} onClick={print}>
            {INVITE_MANY.print}
          </Button>
          <Button variant="secondary" icon={<Download size={20} aria-hidden />} onClick={save}>
            {INVITE_MANY.csv}
          </Button>
          <Button variant="secondary" onClick={onDone}>
            {INVITE_MANY.done}
          </Button>
        </div>
      </div>
      <ul className={sheet.strips} aria-label={INVITE_MANY.strips}>
        {rows.map(({ id, name, login, restaurant, link, expires_at }) => (
          <li key={id} className={sheet.strip}>
            <QrCode text={link} label={INVITE_MANY.qr(name)} />
            <div className={sheet.words}>
              <p>{restaurant}</p>
              <p className={sheet.name}>{name}</p>
              <p>{login}</p>
              <p>
                {INVITE_MANY.scan}, {INVITE_MANY.until(formatDay(expires_at))}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </AdminPage>
  )
}
