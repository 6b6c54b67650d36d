import { categoryName, topicName } from '@podmoga/contract/fields/choices'
import type { listRepeats } from './health.sql.ts'

/** Converts rows of repeated topics to the API's answer. */
export const repeatsOf = (rows: Awaited<ReturnType<typeof listRepeats>>) =>
  rows.map(({ category, topic, topic_name, tickets, before }) => ({
    about: topic_name ?? topicName(category, topic) ?? categoryName(category),
    tickets,
    before,
  }))
