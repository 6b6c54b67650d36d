import { SECOND_FORMS } from '@podmoga/contract/fields/nouns'
import { plural } from '@podmoga/contract/fields/plural'

/** Labels of the button that sends a code again. */
export const RESEND = {
  resend: 'Отправить код ещё раз',
  resend_in: (seconds: number) => `Отправить код ещё раз через ${seconds} ${plural(seconds, SECOND_FORMS)}`,
} as const
