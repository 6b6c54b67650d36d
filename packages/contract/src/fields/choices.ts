/** The categories of tickets. Keys are sent on the wire, names are shown to people. */
export const APPEAL_TYPES = [
  { key: 'technical_issue', name: 'Техническая проблема' },
  { key: 'functionality_issue', name: 'Вопрос по функционалу' },
  { key: 'trouble_paying', name: 'Проблема с оплатой' },
  { key: 'other', name: 'Другое' },
] as const

export const MODULE_TYPES = [
  { key: 'pos', name: 'Касса' },
  { key: 'printing', name: 'Печать чеков' },
  { key: 'orders', name: 'Заказы и зал' },
  { key: 'kitchen', name: 'Кухонный экран' },
  { key: 'menu', name: 'Меню' },
  { key: 'stock', name: 'Склад' },
  { key: 'delivery', name: 'Доставка' },
  { key: 'reports', name: 'Отчёты' },
  { key: 'staff', name: 'Сотрудники' },
  { key: 'loyalty', name: 'Лояльность' },
] as const

export const PAYMENT_ISSUE_TYPES = [
  { key: 'payme', name: 'Payme' },
  { key: 'click', name: 'Click' },
  { key: 'uzum', name: 'Uzum' },
  { key: 'uzcard', name: 'Uzcard' },
  { key: 'humo', name: 'Humo' },
  { key: 'visa_mastercard', name: 'Visa и Mastercard' },
  { key: 'terminal', name: 'Терминал' },
  { key: 'cash', name: 'Наличные' },
] as const

export type Category = (typeof APPEAL_TYPES)[number]['key']

export type TopicKind = 'module' | 'payment'

const TOPIC_KINDS: Record<Category, TopicKind | null> = {
  technical_issue: 'module',
  functionality_issue: 'module',
  trouble_paying: 'payment',
  other: null,
}

/** The list that the topic is chosen from; null if the category has no topics or is unknown. */
export const topicKindOf = (category: string): TopicKind | null =>
  Object.hasOwn(TOPIC_KINDS, category) ? TOPIC_KINDS[category as Category] : null

/** The built-in topics; a business may rename, reorder, archive and add topics. */
export const BROUGHT_TOPICS: Record<TopicKind, readonly { key: string; name: string }[]> = {
  module: MODULE_TYPES,
  payment: PAYMENT_ISSUE_TYPES,
}

export const categoryName = (category: string): string =>
  APPEAL_TYPES.find((type) => type.key === category)?.name ?? category

/** The built-in name of a topic, for old tickets that were stored without the business's own name of it. */
export const topicName = (category: string, topic: string | null): string | null => {
  const kind = topicKindOf(category)
  if (topic === null || kind === null) return topic
  return BROUGHT_TOPICS[kind].find((choice) => choice.key === topic)?.name ?? topic
}
