export const SESSION = {
  user_menu: 'Меню пользователя',
  no_name: 'Поддержка',
  intranet: 'Интранет',
  theme_light: 'Тема: светлая',
  theme_dark: 'Тема: тёмная',
  keys: 'Клавиши',
  logout: 'Выход',
} as const
