import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useScope } from '../scope.tsx'

/** From the first mount on, the desk can be opened without a network. */
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
