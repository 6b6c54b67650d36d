import { expect } from 'vitest'
import type { Letter } from '../ports/mail.ts'
import type { TextMessage } from '../ports/sms.ts'
import type { TestWorld } from '../testing.ts'

export const lettersTo = (world: TestWorld, to: string): Letter[] =>
  world.mail.sent.filter((letter) => letter.to === to)

export const messagesTo = (world: TestWorld, to: string): TextMessage[] =>
  world.sms.sent.filter((message) => message.to === to)

export const codeIn = (text: string | undefined): string => {
  const code = /(?<!\d)\d{6}(?!\d)/.exec(text ?? '')?.[0]
  return code ?? expect.fail('there is no code in the message')
}

/** The most recently sent code. */
export const lastCode = (world: TestWorld, to: string): string =>
  codeIn((to.includes('@') ? lettersTo(world, to) : messagesTo(world, to)).at(-1)?.text)

/** A well-formed code that differs from this one. */
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
