export const SESSION = {
  no_name: 'Поддержка',
  intranet: 'Интранет',
  signals: 'Сигналы',
  keys: 'Клавиши',
  quality: 'Качество',
  devices: 'Устройства',
  presence: 'На работе ли я',
  security: 'Вход и безопасность',
  logout: 'Выход',
  somebody_else: 'В этом браузере вошёл другой человек',
  somebody_else_hint:
    'Эта страница открыта для вас, и здесь ничего не сделается под чужим именем. Войдите ещё раз.',
  sign_in: 'Войти',
} as const
