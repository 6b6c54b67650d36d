import { toast } from '@podmoga/ui/toast/toast'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { profileQuery } from '../../profile/own-profile.api.ts'
import { SHELL } from './shell.texts.ts'

/** The signed-in person for the header; `name` is null when the profile could not be loaded. */
export function usePerson() {
  const { data, isPending, isError } = useQuery(profileQuery(useScope()))
  return { name: data?.first_name ?? null, image: data?.image ?? null, isPending, isError }
}

/** Shows one toast when the profile fails to load; another only after it has loaded in between. */
export function useProfileAlarm(): void {
  const { isError, isSuccess } = useQuery(profileQuery(useScope()))
  const wasShown = useRef(false)
  useEffect(() => {
    if (isSuccess) wasShown.current = false
    if (!isError || wasShown.current) return
    wasShown.current = true
    toast.danger({ title: SHELL.profile_failed, lang: 'en' })
  }, [isError, isSuccess])
}
