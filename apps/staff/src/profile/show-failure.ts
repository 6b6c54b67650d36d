import { toast } from '@podmoga/ui/toast/toast'
import { NotDone } from '@podmoga/web/submit/submit'
import { PROFILE } from './profile.texts.ts'

/** Shows a toast with the reason of a failed call, or else a default text. */
export const showFailure = (error: unknown, about?: string): void => {
  if (error instanceof NotDone && error.message !== '') toast.danger({ title: error.message, about })
  else toast.danger({ title: PROFILE.failure, lang: 'en', about })
}
