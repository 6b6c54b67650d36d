/** What a ticket may be about. Keys travel on the wire, names are read by people. */
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

const TOPICS: Record<Category, readonly { key: string; name: string }[]> = {
  technical_issue: MODULE_TYPES,
  functionality_issue: MODULE_TYPES,
  trouble_paying: PAYMENT_ISSUE_TYPES,
  other: [],
}

/** The topics of a category; none for `other`, and none for a category this code does not know. */
export const topicsOf = (category: string): readonly { key: string; name: string }[] =>
  Object.hasOwn(TOPICS, category) ? TOPICS[category as Category] : []

export const categoryName = (category: string): string =>
  APPEAL_TYPES.find((type) => type.key === category)?.name ?? category

export const topicName = (category: string, topic: string | null): string | null =>
  topic === null ? null : (topicsOf(category).find((choice) => choice.key === topic)?.name ?? topic)
