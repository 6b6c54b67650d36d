import { SECOND_FORMS } from '@podmoga/contract/fields/nouns'
import { plural } from '@podmoga/contract/fields/plural'

/** Of the button that sends a code once more. */
export const RESEND = {
  resend: 'Отправить код ещё раз',
  resend_in: (seconds: number) => `Отправить код ещё раз через ${seconds} ${plural(seconds, SECOND_FORMS)}`,
} as const
