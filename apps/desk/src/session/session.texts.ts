export const SESSION = {
  no_name: 'Поддержка',
  intranet: 'Интранет',
  signals: 'Сигналы',
  keys: 'Клавиши',
  quality: 'Качество',
  presence: 'На работе ли я',
  security: 'Вход и безопасность',
  logout: 'Выход',
} as const
