import type { ApiKey } from '@podmoga/contract/desk/keys'
import { Button } from '@podmoga/ui/button/button'
import { Chip } from '@podmoga/ui/chip/chip'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { formatFull } from '@podmoga/ui/lib/dates'
import { SureDialog } from '@podmoga/web/sure-dialog'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { AdminPage } from '../admin-page.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { BUSINESS } from '../business.texts.ts'
import { QueryView } from '../query-view.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { keysQuery, revokeApiKey } from './keys.api.ts'
import { KEYS } from './keys.texts.ts'
import { heldKey } from './made-key.tsx'

function KeyLine({ api_key, onRevoke }: { api_key: ApiKey; onRevoke: () => void }) {
  const { name, prefix, scopes, person, expires_at, last_used_at, state } = api_key
  const id = useId()
  const facts = [
    `${prefix}…`,
    person === null ? null : KEYS.by(person),
    expires_at === null ? null : KEYS.until(formatFull(expires_at)),
    last_used_at === null ? KEYS.never_used : KEYS.used(formatFull(last_used_at)),
  ]
  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <p className={styles.name}>
          <span id={id}>{name}</span>
          <Chip tone={state === 'active' ? 'success' : 'neutral'}>{KEYS.state[state]}</Chip>
        </p>
        <p className="t-small t-muted">{scopes.map((scope) => KEYS.scope[scope]).join(' · ')}</p>
        <p className="t-small t-muted">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {state === 'active' && (
        <Button variant="secondary" size="s" aria-describedby={id} onClick={onRevoke}>
          {KEYS.revoke}
        </Button>
      )}
    </li>
  )
}

/** API keys: create, see last use, revoke. */
export function KeysPage() {
  const { call, person } = useScope()
  const query = useQuery(keysQuery(call))
  const [open, setOpen] = useState<'new' | ApiKey | null>(() => (heldKey.get(person) === null ? null : 'new'))
  const close = () => setOpen(null)
  return (
    <AdminPage
      title={BUSINESS.keys}
      tools={
        <Button icon={<KeyRound size={20} aria-hidden />} onClick={() => setOpen('new')}>
          {KEYS.add}
        </Button>
      }
    >
      <p className="t-muted">{KEYS.hint}</p>
      <QueryView query={query}>
        {({ keys }) =>
          keys.length === 0 ? (
            <EmptyState text={KEYS.empty} />
          ) : (
            <ul className={styles.list}>
              {keys.map((one) => (
                <KeyLine key={one.id} api_key={one} onRevoke={() => setOpen(one)} />
              ))}
            </ul>
          )
        }
      </QueryView>
      {open === 'new' && <KeyDialog onClose={close} />}
      {open !== null && open !== 'new' && (
        <SureDialog
          refreshes={BUSINESS_ROOT}
          title={KEYS.revoke_title(open.name)}
          text={KEYS.revoke_text}
          submit={KEYS.revoke}
          onSubmit={() => revokeApiKey(call, open.id)}
          onClose={close}
        />
      )}
    </AdminPage>
  )
}
