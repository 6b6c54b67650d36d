import { giveFeedback as giveFeedbackCall } from '@podmoga/contract/feedback'
import { mutationOptions } from '@tanstack/react-query'
import { sendOrKeep } from '../../lib/offline/pending-actions.ts'
import type { Scope } from '../../lib/scope.tsx'

export const giveFeedback = (
  { call }: Scope,
  { materialId, ...given }: { materialId: string; helpful: boolean; text?: string },
) => call(giveFeedbackCall, { params: { materialId }, body: { text: null, ...given } })

/** Kept while offline and sent once there is a network. */
export const feedbackMutation = (scope: Scope, materialId: string) =>
  mutationOptions({
    mutationFn: (given: { helpful: boolean; text?: string }) =>
      sendOrKeep(scope, { kind: 'feedback', key: materialId, data: { materialId, ...given } }, giveFeedback),
  })
