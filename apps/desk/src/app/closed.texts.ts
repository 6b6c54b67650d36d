/** Texts of the "no access" and "not found" pages, apart from the first load. */
export const CLOSED = {
  no_role: 'Здесь работают агенты поддержки',
  no_role_hint:
    'У вас нет роли агента или редактора. Если она нужна, попросите руководителя поддержки её выдать.',
  to_intranet: 'Перейти в интранет',
  not_found: 'Такой страницы нет',
  not_found_hint: 'Проверьте адрес: в нём могла быть опечатка.',
  to_queue: 'К очереди',
} as const
