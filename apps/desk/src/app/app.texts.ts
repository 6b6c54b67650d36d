export const APP = {
  product: 'Поддержка',
  sections: 'Комнаты',
  tickets: 'Тикеты',
  incidents: 'Инциденты',
  knowledge: 'База знаний',
  business: 'Управление',
  service: 'Показатели',
  skip: 'К содержимому',
  page_failed: 'Не удалось показать страницу',
  reload: 'Обновить',
  desk_failed: 'Не удалось открыть рабочее место',
} as const
