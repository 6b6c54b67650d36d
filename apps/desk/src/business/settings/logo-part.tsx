import { PHOTO_EXTENSIONS } from '@podmoga/contract/fields/limits'
import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { FileDrop } from '@podmoga/ui/file-drop/file-drop'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQueryClient } from '@tanstack/react-query'
import { useScope } from '../../lib/scope.tsx'
import { adminSettingsQuery, BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { setLogo } from '../business.mutations.ts'
import { SETTINGS } from './settings.texts.ts'

/** The business's logo; uploading and removing take effect at once. */
export function LogoPart({ logoUrl }: { logoUrl: string | null }) {
  const { call } = useScope()
  const client = useQueryClient()
  const { run, isPending, problem } = useSubmit({ refreshes: [BUSINESS_ROOT] })
  const set = async (files: readonly File[]) => {
    const saved = await run(() => setLogo(call, files.slice(0, 1)))
    if (saved !== null)
      client.setQueryData(adminSettingsQuery(call).queryKey, (before) =>
        before === undefined ? before : { ...before, logo_url: saved.logo_url },
      )
  }
  return (
    <section className={styles.form} aria-label={SETTINGS.logo}>
      <h2>{SETTINGS.logo}</h2>
      {logoUrl !== null && (
        <div className={styles.actions}>
          <img className={styles.logo} src={logoUrl} alt={SETTINGS.logo} width={64} height={64} />
          <Button variant="secondary" isPending={isPending} onClick={() => void set([])}>
            {SETTINGS.logo_away}
          </Button>
        </div>
      )}
      <FileDrop
        label={SETTINGS.logo_new}
        text={SETTINGS.logo_hint}
        accept={PHOTO_EXTENSIONS}
        isDisabled={isPending}
        onFiles={(files) => void set(files)}
      />
      <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
    </section>
  )
}
