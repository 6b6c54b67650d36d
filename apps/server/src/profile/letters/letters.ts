import type { ChangedKind } from '@podmoga/contract/profile'
import { escapeHtml } from '../../http/escape-html.ts'
import type { CodeOwner, LetterContent } from '../profile.keys.ts'

/** Installation settings that every letter needs. Links come from `public_url`, never from a request. */
export interface Letterhead {
  BRAND: string
  SUPPORT_EMAIL: string
  public_url: string
}

export type Block = { p: string } | { code: string } | { link: string; label: string }

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif"

const htmlBlock = (block: Block): string => {
  if ('p' in block) return `<p style="margin:0 0 16px;line-height:1.5">${escapeHtml(block.p)}</p>`
  if ('code' in block)
    return `<p style="margin:0 0 16px;font-size:32px;font-weight:700;letter-spacing:6px">${escapeHtml(block.code)}</p>`
  const href = escapeHtml(block.link)
  return `<p style="margin:0 0 16px"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1f6f4a;color:#fff;text-decoration:none">${escapeHtml(block.label)}</a></p>`
}

const textBlock = (block: Block): string =>
  'p' in block ? block.p : 'code' in block ? block.code : `${block.label}: ${block.link}`

/** Renders a letter as text and HTML in the common layout. */
export const letter = (head: Letterhead, subject: string, blocks: readonly Block[]): LetterContent => {
  const footer = `${head.BRAND}. Вопросы: ${head.SUPPORT_EMAIL}`
  return {
    subject: `${subject} — ${head.BRAND}`,
    text: [...blocks.map(textBlock), `—\n${footer}`].join('\n\n'),
    html: `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f3;color:#1c211e;font-size:16px;${FONT}">
<div style="max-width:520px;margin:0 auto;padding:32px;border-radius:12px;background:#fff">
<p style="margin:0 0 24px;font-size:18px;font-weight:700">${escapeHtml(head.BRAND)}</p>
${blocks.map(htmlBlock).join('\n')}
<p style="margin:24px 0 0;font-size:13px;color:#5b645e">${escapeHtml(footer)}</p>
</div></body></html>`,
  }
}

const WHY: Record<CodeOwner['purpose'], { subject: string; before: string }> = {
  email: { subject: 'Код подтверждения почты', before: 'Чтобы подтвердить эту почту, введите код:' },
  phone: { subject: 'Код подтверждения номера', before: 'Чтобы подтвердить номер, введите код:' },
  recovery: { subject: 'Код для нового пароля', before: 'Чтобы задать новый пароль, введите код:' },
}

/** The code is in the body only, because subjects are shown on locked screens. */
export const codeLetter = (
  head: Letterhead,
  { purpose, code, minutes }: { purpose: CodeOwner['purpose']; code: string; minutes: number },
): LetterContent =>
  letter(head, WHY[purpose].subject, [
    { p: 'Здравствуйте!' },
    { p: WHY[purpose].before },
    { code },
    { p: `Код действует ${minutes} минут. Никому его не сообщайте: поддержка о нём не спрашивает.` },
    { p: 'Если вы ничего не запрашивали, просто не отвечайте на это письмо.' },
  ])

export const codeSms = (head: Letterhead, code: string): LetterContent => ({
  subject: '',
  text: `${head.BRAND}: код ${code}. Никому его не сообщайте.`,
})

/** What was changed; `to` is the new address, masked. */
export interface Change {
  kind: ChangedKind
  to: string | null
  revert_token: string
}

const SUBJECT: Record<ChangedKind, string> = {
  email: 'Почта в вашем профиле изменена',
  phone: 'Телефон в вашем профиле изменён',
  password: 'Пароль изменён',
}

const revertLink = (head: Letterhead, token: string): string =>
  `${head.public_url}/intranet/revert?token=${token}`

export const changeLetter = (head: Letterhead, { kind, to, revert_token }: Change): LetterContent =>
  letter(head, SUBJECT[kind], [
    { p: 'Здравствуйте!' },
    { p: to === null ? `${SUBJECT[kind]}.` : `${SUBJECT[kind]} на ${to}.` },
    { p: 'Если это сделали вы, ничего делать не нужно.' },
    {
      p: 'Если это не вы, верните всё как было: ссылка действует 72 часа, вернёт и то, что сменили после, и закончит все чужие сессии.',
    },
    { link: revertLink(head, revert_token), label: 'Это не я' },
  ])

const CHANGED_SMS: Record<ChangedKind, string> = {
  email: 'почта в профиле изменена',
  phone: 'телефон в профиле изменён',
  password: 'пароль изменён',
}

export const changeSms = (head: Letterhead, { kind, revert_token }: Change): LetterContent => ({
  subject: '',
  text: `${head.BRAND}: ${CHANGED_SMS[kind]}. Это не вы? ${revertLink(head, revert_token)}`,
})
