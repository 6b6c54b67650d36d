import { expect, test } from 'vitest'
import { talk } from './talk.ts'
import { demoTickets } from './tickets.ts'

const modules = 'pos menu stock orders delivery reports staff loyalty kitchen printing'.split(' ')
const payments = 'payme click uzum humo uzcard visa_mastercard cash terminal'.split(' ')

test('every ticket has a topic of its category and no message from the future', () => {
  for (const ticket of demoTickets) {
    const topics = {
      technical_issue: modules,
      functionality_issue: modules,
      trouble_paying: payments,
      other: [null],
    }
    expect(topics[ticket.category], ticket.text).toContain(ticket.topic)
    const minutes = ticket.conversation.reduce((sum, message) => sum + message.minutes_later, 0)
    expect(minutes, ticket.text).toBeLessThan(ticket.created_days_ago * 24 * 60)
  }
})

test('timur and the colleague speak in restaurant 2 only', () => {
  for (const ticket of demoTickets.filter((ticket) => ticket.restaurant_id !== '2')) {
    expect(ticket.author).toBe('aziza')
    expect(ticket.conversation.map((message) => message.from)).not.toContain('colleague')
  }
})

test('both states, a long conversation, a second page of the archive and unread answers are there', () => {
  expect(demoTickets.length).toBeGreaterThanOrEqual(26)
  expect(new Set(demoTickets.map((ticket) => ticket.text)).size).toBe(demoTickets.length)
  expect(demoTickets.some((ticket) => ticket.conversation.length === 59)).toBe(true)
  const archived = demoTickets.filter(
    (ticket) => ticket.restaurant_id === '1' && ticket.status === 'processed',
  )
  expect(archived.length).toBeGreaterThan(10)
  for (const id of ['1', '2', '3'] as const) {
    const open = demoTickets.filter(
      (ticket) => ticket.restaurant_id === id && ticket.status === 'awaiting_response',
    )
    expect(open.filter((ticket) => ticket.conversation.at(-1)?.from === 'agent').length).toBeGreaterThan(0)
  }
})

test('a line that is not a message is refused', () => {
  expect(() => talk('12 nobody: Здравствуйте!')).toThrow('Not a line of a conversation')
})
