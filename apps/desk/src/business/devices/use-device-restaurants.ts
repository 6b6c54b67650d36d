import { listDeskRestaurants } from '@podmoga/contract/desk/tickets'
import { useQuery } from '@tanstack/react-query'
import { useScope } from '../../lib/scope.tsx'
import { restaurantsQuery } from '../business.api.ts'
import { DEVICES_ROOT } from './devices.api.ts'

/** `kept`: active restaurants whose devices the person may edit; `read`: those whose devices they may see. */
export function useDeviceRestaurants() {
  const { call, me } = useScope()
  const isAdmin = me.roles.includes('admin')
  const mayEdit = isAdmin || me.roles.includes('manager')
  const isServing = me.roles.includes('agent') && !isAdmin
  const keeping = useQuery({ ...restaurantsQuery(call), enabled: mayEdit })
  const serving = useQuery({
    queryKey: [...DEVICES_ROOT, 'served restaurants'],
    queryFn: ({ signal }) => call(listDeskRestaurants, {}, { signal }),
    enabled: isServing,
    staleTime: 10_000,
  })
  const kept = keeping.data?.restaurants.filter(({ archived_at }) => archived_at === null) ?? []
  return { mayEdit, kept, read: isServing ? (serving.data?.restaurants ?? []) : kept }
}
