import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useScope } from '../scope.tsx'

/** The desk opens without a network from here on. */
export function useKeptDesk(): void {
  const scope = useScope()
  const queryClient = useQueryClient()
  useEffect(
    () =>
      void import('./keep-desk.ts').then(
        ({ keepDesk }) => keepDesk(scope, queryClient),
        () => null,
      ),
    [scope, queryClient],
  )
}
