import { giveFeedback as giveFeedbackCall } from '@podmoga/contract/feedback'
import { mutationOptions } from '@tanstack/react-query'
import type { Place } from '../lib/place.tsx'
import { sayOrKeep } from '../lib/said-later.ts'

export const giveFeedback = (
  { call }: Place,
  { materialId, ...given }: { materialId: string; helpful: boolean; text?: string },
) => call(giveFeedbackCall, { params: { materialId }, body: { text: null, ...given } })

/** Without a network it is kept, and goes when there is one. */
export const feedbackMutation = (place: Place, materialId: string) =>
  mutationOptions({
    mutationFn: (given: { helpful: boolean; text?: string }) =>
      sayOrKeep(place, { kind: 'feedback', key: materialId, data: { materialId, ...given } }, giveFeedback),
  })
