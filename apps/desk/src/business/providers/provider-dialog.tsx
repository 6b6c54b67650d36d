import { NewProvider, type Provider, ProviderChange } from '@podmoga/contract/desk/providers'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { PasswordField } from '@podmoga/ui/field/password-field'
import { TextField } from '@podmoga/ui/field/text-field'
import { Select } from '@podmoga/ui/select/select'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useForm } from '@podmoga/web/use-form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { useScope } from '../../lib/scope.tsx'
import { BUSINESS_ROOT, restaurantsQuery } from '../business.api.ts'
import styles from '../business.module.css'
import { BUSINESS } from '../business.texts.ts'
import { FormFoot } from '../form-foot.tsx'
import { addProvider, changeProvider } from './providers.api.ts'
import { PROVIDERS } from './providers.texts.ts'

// `own_redirect` is a checkbox, not a validated field.
const CHANGE = ProviderChange.omit({ own_redirect: true })

/** Adds or edits a sign-in provider. */
export function ProviderDialog({ provider, onClose }: { provider: Provider | null; onClose: () => void }) {
  const { call } = useScope()
  const { data: known } = useQuery(restaurantsQuery(call))
  const [is_enabled, setEnabled] = useState(provider?.is_enabled ?? true)
  const [creates, setCreates] = useState(provider?.creates ?? false)
  const [isOwn, setOwn] = useState(false)
  const start = {
    name: provider?.name ?? '',
    issuer: '',
    client_id: '',
    client_secret: '',
    restaurant: provider?.restaurant?.id ?? '',
    domains: provider?.domains.join(', ') ?? '',
  }
  const toBody = ({ restaurant, domains, client_secret, ...named }: typeof start) => ({
    ...named,
    client_secret: provider !== null && client_secret.trim() === '' ? null : client_secret,
    is_enabled,
    creates,
    restaurant: creates && restaurant !== '' ? restaurant : null,
    domains: creates ? domains.split(/[\s,;]+/).filter(Boolean) : [],
  })
  const form = useForm(provider === null ? NewProvider : CHANGE, start, { toBody })
  const { run, isPending, problem } = useSubmit({ refreshes: [BUSINESS_ROOT], onFields: form.say })
  const options = (known?.restaurants ?? []).filter(({ archived_at }) => archived_at === null)
  const save = async (body: z.output<typeof NewProvider> | z.output<typeof CHANGE>) => {
    const done = await run<unknown>(
      (key) =>
        'issuer' in body
          ? addProvider(call, body, key)
          : changeProvider(call, provider?.id ?? '', isOwn ? { ...body, own_redirect: true } : body),
      { of: [JSON.stringify(body)] },
    )
    if (done !== null) onClose()
  }
  const bind = (name: keyof typeof start) => ({ ...form.bind(name), autoComplete: 'off' })
  return (
    <Dialog
      title={provider === null ? PROVIDERS.new_title : PROVIDERS.edit_title}
      onClose={onClose}
      isDismissable={!isPending}
    >
      <form ref={form.form} className={styles.form} noValidate onSubmit={(event) => form.submit(event, save)}>
        <TextField {...bind('name')} label={PROVIDERS.name} required />
        {provider === null ? (
          <>
            <TextField
              {...bind('issuer')}
              label={PROVIDERS.issuer}
              hint={PROVIDERS.issuer_hint}
              inputMode="url"
              required
            />
            <TextField {...bind('client_id')} label={PROVIDERS.client_id} required />
            <p className="t-small t-muted">{PROVIDERS.redirect_next}</p>
          </>
        ) : (
          <p className="t-small t-muted">
            {provider.issuer} · {provider.client_id}
          </p>
        )}
        <PasswordField
          {...bind('client_secret')}
          label={PROVIDERS.client_secret}
          autoComplete="new-password"
          {...(provider === null ? { required: true } : { hint: PROVIDERS.secret_hint })}
        />
        {provider !== null && provider.shared_redirect_uri !== null && (
          <Checkbox checked={isOwn} onChange={() => setOwn(!isOwn)}>
            {PROVIDERS.own_redirect}
          </Checkbox>
        )}
        <Checkbox checked={is_enabled} onChange={() => setEnabled(!is_enabled)}>
          {PROVIDERS.is_enabled}
        </Checkbox>
        <Checkbox checked={creates} onChange={() => setCreates(!creates)}>
          {PROVIDERS.creates}
        </Checkbox>
        {creates && (
          <>
            <Select
              label={PROVIDERS.restaurant}
              options={[
                { key: '', name: PROVIDERS.pick },
                ...options.map(({ id, name }) => ({ key: id, name })),
              ]}
              {...form.bind('restaurant')}
            />
            <TextField {...bind('domains')} label={PROVIDERS.domains} hint={PROVIDERS.domains_hint} />
          </>
        )}
        <FormFoot problem={problem} isPending={isPending} submit={BUSINESS.save} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
