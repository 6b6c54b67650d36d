import type { AdminRestaurant } from '@podmoga/contract/desk/admin'
import { Picker } from '@podmoga/ui/picker/picker'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { QueryView } from '@podmoga/web/query-view'
import { useQuery } from '@tanstack/react-query'
import { useScope } from '../../lib/scope.tsx'
import { timezonesQuery } from '../business.api.ts'
import { BUSINESS, RESTAURANTS } from '../business.texts.ts'

const SKELETON = <Skeleton shape="box" width="100%" height={72} />

const readable = (id: string): string => id.replaceAll('_', ' ')

interface TimezoneFieldProps {
  value: string
  /** The edited restaurant: its zone may have an older id that is not in the list. */
  own: AdminRestaurant | null
  error: string | undefined
  onChange: (id: string) => void
}

/** Time zone picker, searchable by Russian city name or zone id. */
export function TimezoneField({ value, own, error, onChange }: TimezoneFieldProps) {
  const { call } = useScope()
  const query = useQuery(timezonesQuery(call))
  return (
    <QueryView query={query} failed={BUSINESS.failed} skeleton={SKELETON} compact>
      {({ timezones }) => {
        const isListed = own === null || timezones.some(({ id }) => id === own.timezone)
        const zones = isListed ? timezones : [{ id: own.timezone, name: own.timezone_name }, ...timezones]
        return (
          <Picker
            label={RESTAURANTS.timezone}
            searchLabel={RESTAURANTS.find_timezone}
            items={zones.map(({ id, name }) => ({ key: id, name, detail: readable(id) }))}
            value={value}
            valueText={({ name }) => name}
            error={error}
            onChange={onChange}
          />
        )
      }}
    </QueryView>
  )
}
