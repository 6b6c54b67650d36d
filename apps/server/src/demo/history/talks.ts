/** What restaurants ask day after day, and what support answers. `answers`: minutes until the first answer, on average. */
export interface Talk {
  category: 'technical_issue' | 'functionality_issue' | 'trouble_paying' | 'other'
  topic: string | null
  asks: readonly string[]
  answer: string
  answers: number
  /** How often it comes, beside the others. */
  weight: number
}

export const TALKS: readonly Talk[] = [
  {
    category: 'technical_issue',
    topic: 'printing',
    asks: [
      'Чековый принтер не печатает, мигает красным.',
      'Принтер на кухне молчит, заказы не выходят.',
      'Чеки выходят бледные, ничего не прочитать.',
    ],
    answer:
      'Здравствуйте! Выключите принтер на 10 секунд, проверьте бумагу и крышку, включите. Потом «Настройки» → «Оборудование» → «Пробная печать». Что вышло?',
    answers: 6,
    weight: 5,
  },
  {
    category: 'technical_issue',
    topic: 'pos',
    asks: [
      'Касса зависла на экране оплаты.',
      'Касса пишет «Нет связи с сервером», интернет есть.',
      'После обновления касса просит код входа, а его никто не знает.',
    ],
    answer:
      'Здравствуйте! Закройте программу кнопкой питания, подождите полминуты и откройте снова: заказы сохранены. Если повторится, пришлите фото экрана.',
    answers: 7,
    weight: 4,
  },
  {
    category: 'trouble_paying',
    topic: 'payme',
    asks: ['Payme: у гостя списалось, у нас счёт открыт.', 'QR Payme не открывается у гостей.'],
    answer:
      'Здравствуйте! В счёте нажмите «Оплата» → «Проверить платёж»: деньги придут с задержкой до 15 минут. Наличными не закрывайте.',
    answers: 5,
    weight: 3,
  },
  {
    category: 'trouble_paying',
    topic: 'terminal',
    asks: ['Терминал пишет «Нет связи с банком».', 'Терминал отклоняет все карты подряд.'],
    answer:
      'Здравствуйте! Перезагрузите терминал жёлтой кнопкой и проверьте на нём Wi-Fi. Если банк не отвечает, примите оплату через QR.',
    answers: 5,
    weight: 3,
  },
  {
    category: 'functionality_issue',
    topic: 'menu',
    asks: ['Как убрать блюдо из меню на сегодня?', 'Поменяли цену, а в приложении старая.'],
    answer:
      'Здравствуйте! «Меню» → блюдо → «Стоп-лист до завтра». Цены в приложении обновляются через пять минут после сохранения.',
    answers: 14,
    weight: 3,
  },
  {
    category: 'functionality_issue',
    topic: 'stock',
    asks: ['Остаток муки минус 12 кг, хотя мешки стоят.', 'Как провести списание за прошлую неделю?'],
    answer:
      'Здравствуйте! Скорее всего, накладная проведена позже списаний. Откройте «Склад» → «Движения» и пришлите номер накладной, поправим вместе.',
    answers: 20,
    weight: 2,
  },
  {
    category: 'other',
    topic: null,
    asks: ['Как получить закрывающие документы за месяц?', 'Кому написать про второй договор?'],
    answer:
      'Здравствуйте! Документы придут на почту бухгалтера в течение дня. Проверьте, пожалуйста, адрес в профиле.',
    answers: 45,
    weight: 2,
  },
]

export const GOOD_WORDS = ['Быстро и понятно, спасибо!', 'Помогли за пять минут', null, null, null]
export const BAD_WORDS = [
  'На следующий день то же самое',
  'Пришлось звонить',
  'Ответили не на тот вопрос',
  null,
]
