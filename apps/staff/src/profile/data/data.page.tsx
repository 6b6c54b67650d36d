import { Button } from '@podmoga/ui/button/button'
import { Card } from '@podmoga/ui/card/card'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { cx } from '@podmoga/ui/lib/cx'
import { formatFull } from '@podmoga/ui/lib/dates'
import { BackLink } from '@podmoga/ui/link/back-link'
import { Loading } from '@podmoga/ui/loading/loading'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { isRefusal } from '@podmoga/web/explain'
import { hasNothing, QueryError } from '@podmoga/web/query-error'
import { ConfirmationHost } from '@podmoga/web/security/confirmation-host'
import { confirming } from '@podmoga/web/session/confirmation'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery } from '@tanstack/react-query'
import page from '../../lib/page.module.css'
import { PageHeading } from '../../lib/page-heading.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import { FormProblem } from '../form-problem.tsx'
import { ownDataQuery } from '../profile.api.ts'
import styles from '../profile.module.css'
import { askErasure, cancelErasure, exportData } from '../profile.mutations.ts'
import { showFailure } from '../show-failure.ts'
import { DATA } from './data.texts.ts'

/** «Мои данные»: download them as an archive, or request their erasure, which an admin approves. */
export function DataPage() {
  const scope = useScope()
  const own = useQuery(ownDataQuery(scope))
  const { run, isPending, problem } = useSubmit({ toast: showFailure })
  const download = () =>
    run(async () => {
      try {
        const { url } = await exportData({ ...scope, call: confirming(scope.call) })
        location.assign(url)
      } catch (error) {
        // The user cancelled the identity confirmation and thus the download.
        if (!isRefusal(error, 'confirmation_needed')) throw error
      }
    })
  const change = (what: (of: typeof scope) => Promise<unknown>) =>
    run(async () => {
      await what(scope)
      await own.refetch()
    })
  const asked_at = own.data?.erasure_asked_at ?? null
  return (
    <div className={page.page}>
      <BackLink href={paths.profile(scope.restaurantId)}>{DATA.back}</BackLink>
      <PageHeading title={DATA.title}>{DATA.title}</PageHeading>
      {isRefusal(own.error, 'not_found') ? (
        <EmptyState text={DATA.unknown} />
      ) : hasNothing(own) ? (
        <QueryError of={own} text={DATA.failed} />
      ) : (
        <Loading isLoading={own.isPending} skeleton={<Skeleton shape="box" height={240} />}>
          <div className={cx(styles.cards, styles.below)}>
            <Card className={styles.form}>
              <h2 className="t-h3">{DATA.export_title}</h2>
              <p>{DATA.export_text}</p>
              <Button variant="secondary" isPending={isPending} onClick={() => void download()}>
                {DATA.export}
              </Button>
            </Card>
            <Card className={styles.form}>
              <h2 className="t-h3">{DATA.erase_title}</h2>
              <p>{asked_at === null ? DATA.erase_text : DATA.asked(formatFull(asked_at))}</p>
              <Button
                variant={asked_at === null ? 'danger' : 'secondary'}
                isPending={isPending}
                onClick={() => void change(asked_at === null ? askErasure : cancelErasure)}
              >
                {asked_at === null ? DATA.erase : DATA.cancel}
              </Button>
              <FormProblem>{problem}</FormProblem>
            </Card>
          </div>
        </Loading>
      )}
      <ConfirmationHost call={scope.call} />
    </div>
  )
}
