import { useQueryClient } from '@tanstack/react-query'
import { usePlace } from '../lib/place.tsx'
import { profileQuery } from './own-profile.api.ts'
import { useChange } from './use-change.ts'
import { useModal } from './use-modal.ts'

/** Saves one change; then the profile is asked anew and the modal closes. `onFields` hears what was wrong, by field. */
export function useSave(onFields: (fields: Record<string, string>) => void = () => {}) {
  const { queryKey } = profileQuery(usePlace())
  const queryClient = useQueryClient()
  const { close } = useModal()
  const change = useChange()
  const save = async (ask: Parameters<typeof change.run>[0]): Promise<void> => {
    const outcome = await change.run(async () => {
      const answer = await ask()
      if (answer.ok) await queryClient.invalidateQueries({ queryKey })
      return answer
    })
    if (outcome.is === 'done') close()
    if (outcome.is === 'failed' && Object.keys(outcome.fields).length > 0) onFields(outcome.fields)
  }
  return { save, isPending: change.isPending, problem: change.problem }
}
