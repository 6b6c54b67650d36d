import { toast } from '@podmoga/ui/toast/toast'
import { NotDone } from '@podmoga/web/submit/submit'
import { PROFILE } from './profile.texts.ts'

/** Shows why a call said no; without a reason, or when the call failed, in the product's own words. */
export const tellFailure = (error: unknown, about?: string): void => {
  if (error instanceof NotDone && error.message !== '') toast.danger({ title: error.message, about })
  else toast.danger({ title: PROFILE.failure, lang: 'en', about })
}
