import type { Provider } from '@podmoga/contract/desk/providers'
import { Button } from '@podmoga/ui/button/button'
import { Chip } from '@podmoga/ui/chip/chip'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { copyText } from '@podmoga/ui/lib/copy-text'
import { formatFull } from '@podmoga/ui/lib/dates'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { SureDialog } from '@podmoga/web/sure-dialog'
import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { AdminPage } from '../admin-page.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { QueryView } from '../query-view.tsx'
import { ProviderDialog } from './provider-dialog.tsx'
import { providersQuery, removeProvider, testProvider } from './providers.api.ts'
import { PROVIDERS } from './providers.texts.ts'

function Address({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="t-small t-muted">{label}</p>
      <p className={styles.link}>{text}</p>
      <Button
        variant="ghost"
        size="s"
        aria-label={`${PROVIDERS.copy}: ${text}`}
        onClick={() => void copyText(text, PROVIDERS.copied)}
      >
        {PROVIDERS.copy}
      </Button>
    </div>
  )
}

interface ProviderLineProps {
  provider: Provider
  onEdit: () => void
  onRemove: () => void
}

function ProviderLine({ provider, onEdit, onRemove }: ProviderLineProps) {
  const { call } = useScope()
  const { run, isPending } = useSubmit({ refreshes: [BUSINESS_ROOT], toast: true })
  const id = useId()
  const { name, issuer, client_id, is_enabled, creates, restaurant, domains, people, last_used_at } = provider
  const facts = [
    PROVIDERS.people(people),
    last_used_at === null ? null : PROVIDERS.used(formatFull(last_used_at)),
    creates && restaurant !== null ? PROVIDERS.newcomers(restaurant.name, domains.join(', ')) : null,
  ]
  const test = async () => {
    if ((await run(() => testProvider(call, provider.id))) !== null)
      toast.success({ title: PROVIDERS.works(name) })
  }
  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <p className={styles.name}>
          <span id={id}>{name}</span>
          <Chip tone={is_enabled ? 'success' : 'neutral'}>{is_enabled ? PROVIDERS.on : PROVIDERS.off}</Chip>
        </p>
        <p className="t-small t-muted">
          {issuer} · {client_id}
        </p>
        <p className="t-small t-muted">{facts.filter(Boolean).join(' · ')}</p>
        <Address label={PROVIDERS.redirect} text={provider.redirect_uri} />
        {provider.shared_redirect_uri !== null && (
          <p className="t-small">{PROVIDERS.shared(provider.shared_redirect_uri)}</p>
        )}
      </div>
      <Button
        variant="secondary"
        size="s"
        aria-describedby={id}
        isPending={isPending}
        onClick={() => void test()}
      >
        {PROVIDERS.test}
      </Button>
      <Button variant="secondary" size="s" aria-describedby={id} onClick={onEdit}>
        {PROVIDERS.edit}
      </Button>
      <Button variant="secondary" size="s" aria-describedby={id} onClick={onRemove}>
        {PROVIDERS.remove}
      </Button>
    </li>
  )
}

/** The company's sign-in providers: add, test, turn off, remove. */
export function ProvidersPage() {
  const { call } = useScope()
  const query = useQuery(providersQuery(call))
  const [open, setOpen] = useState<{ what: 'add' } | { what: 'edit' | 'remove'; provider: Provider } | null>(
    null,
  )
  const close = () => setOpen(null)
  return (
    <AdminPage
      title={PROVIDERS.title}
      tools={
        <Button icon={<Building2 size={20} aria-hidden />} onClick={() => setOpen({ what: 'add' })}>
          {PROVIDERS.add}
        </Button>
      }
    >
      <p className="t-muted">{PROVIDERS.hint}</p>
      <QueryView query={query}>
        {({ providers, sign_in_url }) => (
          <>
            {providers.length === 0 ? (
              <EmptyState text={PROVIDERS.empty} />
            ) : (
              <>
                <Address label={PROVIDERS.sign_in} text={sign_in_url} />
                <ul className={styles.list}>
                  {providers.map((provider) => (
                    <ProviderLine
                      key={provider.id}
                      provider={provider}
                      onEdit={() => setOpen({ what: 'edit', provider })}
                      onRemove={() => setOpen({ what: 'remove', provider })}
                    />
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </QueryView>
      {open?.what === 'add' && <ProviderDialog provider={null} onClose={close} />}
      {open?.what === 'edit' && <ProviderDialog provider={open.provider} onClose={close} />}
      {open?.what === 'remove' && (
        <SureDialog
          refreshes={BUSINESS_ROOT}
          title={PROVIDERS.remove_title(open.provider.name)}
          text={PROVIDERS.remove_text}
          submit={PROVIDERS.remove}
          onSubmit={() => removeProvider(call, open.provider.id)}
          onClose={close}
        />
      )}
    </AdminPage>
  )
}
