import { giveFeedback as giveFeedbackCall } from '@podmoga/contract/feedback'
import { mutationOptions } from '@tanstack/react-query'
import { sendOrKeep } from '../lib/pending-actions.ts'
import type { Place } from '../lib/place.tsx'

export const giveFeedback = (
  { call }: Place,
  { materialId, ...given }: { materialId: string; helpful: boolean; text?: string },
) => call(giveFeedbackCall, { params: { materialId }, body: { text: null, ...given } })

/** Without a network it is kept, and goes when there is one. */
export const feedbackMutation = (place: Place, materialId: string) =>
  mutationOptions({
    mutationFn: (given: { helpful: boolean; text?: string }) =>
      sendOrKeep(place, { kind: 'feedback', key: materialId, data: { materialId, ...given } }, giveFeedback),
  })
