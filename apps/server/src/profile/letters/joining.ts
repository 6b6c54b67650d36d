import { quoted } from '@podmoga/contract/fields/quoted'
import type { LetterContent } from '../profile.keys.ts'
import { type Letterhead, letter } from './letters.ts'

/** To a manager who has enabled these letters: a newcomer is waiting for access. */
export const joiningLetter = (head: Letterhead, restaurant: string, link: string): LetterContent =>
  letter(head, 'Новичок ждёт доступа', [
    { p: `Кто-то подтвердил телефон по плакату и ждёт доступа: ${quoted(restaurant)}.` },
    { link, label: 'Посмотреть и принять' },
    { p: 'Такие письма включены в вашем профиле, в разделе «Уведомления». Там же их можно выключить.' },
  ])

/** To a newcomer: the outcome of their request. */
export const joiningSms = (
  head: Letterhead,
  restaurant: string,
  to: 'admitted' | 'refused',
): LetterContent => ({
  subject: '',
  text:
    to === 'admitted'
      ? `${head.BRAND}: вас приняли, ${quoted(restaurant)}. Откройте страницу, с которой просили доступ, или войдите: ${head.public_url}/intranet/`
      : `${head.BRAND}: доступ не открыли, ${quoted(restaurant)}. Спросите управляющего.`,
})
