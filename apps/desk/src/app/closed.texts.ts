/** What only a door says that is shut: the first screen comes without it. */
export const CLOSED = {
  no_role: 'Здесь работают агенты поддержки',
  no_role_hint:
    'У вас нет роли агента или редактора. Если она нужна, попросите руководителя поддержки её выдать.',
  to_intranet: 'Перейти в интранет',
  somebody_else: 'В этом браузере вошёл другой человек',
  somebody_else_hint:
    'Эта страница открыта для вас, и здесь ничего не сделается под чужим именем. Войдите ещё раз.',
  sign_in: 'Войти',
} as const
