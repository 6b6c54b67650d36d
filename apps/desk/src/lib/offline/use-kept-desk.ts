import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** The desk opens without a network from here on. */
export function useKeptDesk(person: string): void {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      void import('./keep-desk.ts').then(
        ({ keepDesk }) => keepDesk(person, queryClient),
        () => null,
      ),
    [person, queryClient],
  )
}
