import { quoted } from '@podmoga/contract/fields/quoted'
import { escapeHtml } from '../../http/escape-html.ts'
import type { DeskIncidentRow } from './desk.sql.ts'

const STAMP = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const stamp = (at: Date): string => `${STAMP.format(at)} UTC`

const lengthOf = (from: Date, to: Date): string => {
  const minutes = Math.max(1, Math.round((to.getTime() - from.getTime()) / 60_000))
  return minutes < 60 ? `${minutes} мин` : `${Math.floor(minutes / 60)} ч ${minutes % 60} мин`
}

const paragraphs = (text: string): string =>
  text
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('')

/** Returns the report of a closed incident, as a draft of a material: HTML without names of people. */
export const reportOf = (
  incident: DeskIncidentRow & { until: Date },
  about: {
    updates: readonly { kind: string; text: string; at: Date }[]
    tapped: readonly { name: string; count: number }[]
    answers: readonly string[]
  },
): { title: string; content: string } => {
  const { title, text, since, until, count, tickets, works } = incident
  const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
  const part = (name: string, body: string) => (body === '' ? '' : `<h2>${name}</h2>${body}`)
  const updates = about.updates
    .filter(({ kind }) => kind !== 'begin')
    .toReversed()
    .map((update) => `${stamp(update.at)} — ${escapeHtml(update.text)}`)
  const where = about.tapped.map(({ name, count }) => `${escapeHtml(name)}: ${count}`)
  const restaurants = [
    ...incident.restaurants.map(({ name }) => name),
    ...incident.restaurant_groups.map((group) => `группа ${quoted(group)}`),
  ]
  const facts = [
    `Началось: ${stamp(since)}`,
    `Закончилось: ${stamp(until)}`,
    `Длилось: ${lengthOf(since, until)}`,
    incident.everywhere ? 'Где: во всех ресторанах' : `Где: ${escapeHtml(restaurants.join(', '))}`,
    `Отметили «И у нас»: ${count}, ресторанов: ${incident.count_restaurants}`,
    `Тикетов: ${tickets}`,
    `После конца сказали «заработало»: ${works.yes}, «нет»: ${works.no}`,
  ]
  return {
    title: `Инцидент: ${title}`,
    content: [
      list(facts),
      part('Что делали', paragraphs(text)),
      part('Как шло', updates.length === 0 ? '' : list(updates)),
      part('Рестораны', where.length === 0 ? '' : list(where)),
      part('Что отвечали', about.answers.map(paragraphs).join('<hr>')),
    ].join(''),
  }
}
