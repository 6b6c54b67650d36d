import { FormActions } from '@podmoga/ui/dialog/form-actions'
import { ErrorState } from '@podmoga/ui/error-state/error-state'
import { Loading } from '@podmoga/ui/loading/loading'
import { Picker } from '@podmoga/ui/picker/picker'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useForm } from '@podmoga/web/use-form'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useScope } from '../lib/scope.tsx'
import { FormProblem } from './form-problem.tsx'
import { useProfile } from './modal.layout.tsx'
import { profileQuery } from './own-profile.api.ts'
import { countriesQuery, regionsQuery } from './profile.api.ts'
import { changeAddress } from './profile.mutations.ts'
import { AddressForm } from './profile.rules.ts'
import { PROFILE } from './profile.texts.ts'
import { ProfileForm } from './profile-form.tsx'
import { showFailure } from './show-failure.ts'
import { useModal } from './use-modal.ts'

const FIELD_SKELETON = <Skeleton shape="box" height={74} />

/** «Ваше место нахождение»: a country, then a region in it. */
export function AddressDialog() {
  const scope = useScope()
  const { close } = useModal()
  const profile = useProfile()
  const kept = { country: profile.country_code ?? '', region: profile.region ?? '' }
  const form = useForm(AddressForm, kept, { checksOnLeave: true })
  const { country, region } = form.values
  const { run, isPending, problem } = useSubmit({
    toast: showFailure,
    refreshes: [profileQuery(scope).queryKey],
    onFields: form.say,
  })
  const save = async (body: { country: string; region: string }) => {
    if ((await run(() => changeAddress(scope, body))) !== null) close()
  }
  const countries = useQuery(countriesQuery(scope))
  const regions = useQuery(regionsQuery(scope, country))
  // Errors of an earlier visit, or of a country chosen before, are not told again.
  const told = useRef(Date.now())
  const failedAt = Math.max(countries.errorUpdatedAt, regions.errorUpdatedAt)
  useEffect(() => {
    if (failedAt <= told.current) return
    told.current = failedAt
    showFailure(null)
  }, [failedAt])
  // If a country has no known regions, its own name is offered as the region.
  const named = (countries.data ?? []).find(({ isoCode }) => isoCode === country)?.name
  const known = regions.data?.length === 0 && named !== undefined ? [named] : (regions.data ?? [])
  const isKnown = regions.data === undefined || known.includes(region)

  // Clears the region when the loaded list does not contain it.
  const clear = useEffectEvent(() => form.set({ region: '' }))
  useEffect(() => {
    if (!isKnown) clear()
  }, [isKnown])
  return (
    <ProfileForm of={form} onValid={(body) => void save(body)}>
      {countries.isError && !countries.data ? (
        <ErrorState
          compact
          text={PROFILE.countries_failed}
          isRetrying={countries.isFetching}
          onRetry={() => void countries.refetch()}
        />
      ) : (
        <Loading isLoading={countries.isPending} skeleton={FIELD_SKELETON}>
          <Picker
            label={PROFILE.country}
            searchLabel={PROFILE.find_country}
            items={(countries.data ?? []).map(({ isoCode, name }) => ({ key: isoCode, name }))}
            value={country || null}
            onChange={(code) => code !== country && form.set({ country: code, region: '' })}
            onBlur={form.leave('country')}
            error={form.errorOf('country')}
          />
        </Loading>
      )}
      {regions.isError && !regions.data ? (
        <ErrorState
          compact
          text={PROFILE.regions_failed}
          isRetrying={regions.isFetching}
          onRetry={() => void regions.refetch()}
        />
      ) : (
        <Loading key={country} isLoading={country !== '' && regions.isPending} skeleton={FIELD_SKELETON}>
          <Picker
            label={PROFILE.region}
            searchLabel={PROFILE.find_region}
            {...(country === '' && { placeholder: PROFILE.country_first })}
            isDisabled={country === ''}
            items={known.map((name) => ({ key: name, name }))}
            value={region || null}
            onChange={(name) => form.set({ region: name })}
            onBlur={form.leave('region')}
            error={form.errorOf('region')}
          />
        </Loading>
      )}
      <FormProblem>{problem}</FormProblem>
      <FormActions submit={PROFILE.save} isPending={isPending} onCancel={close} />
    </ProfileForm>
  )
}
