import type { SettingName } from './settings-table.ts'

/** The parts of the form, in order; each is saved separately. */
export const SETTING_GROUPS = {
  name: 'Название и ссылки',
  support: 'Как отвечает поддержка',
  tickets: 'Тикеты и файлы',
  knowledge: 'База знаний',
  access: 'Вход',
} as const
export type SettingGroup = keyof typeof SETTING_GROUPS

interface SettingTexts {
  group: SettingGroup
  /** The label of the form field. */
  label: string
  hint?: string
  /** The name in the journal, if different from the label. */
  journal?: string
}

/** The texts of each setting of a business. */
export const SETTING_TEXTS: Record<SettingName, SettingTexts> = {
  brand: { group: 'name', label: 'Название' },
  support_phone: { group: 'support', label: 'Телефон поддержки' },
  support_email: { group: 'support', label: 'Почта поддержки' },
  panel_url: { group: 'name', label: 'Адрес панели управления' },
  marketplace_url: { group: 'name', label: 'Адрес маркетплейса' },
  working_hours: {
    group: 'support',
    label: 'Когда отвечает поддержка',
    hint: 'Можно «9-18», «10:30-23», «как вчера», «круглосуточно». Пустой день — выходной. Пустая неделя — часы не показываются.',
  },
  holidays: {
    group: 'support',
    label: 'Праздники',
    hint: 'Дни, когда поддержка не отвечает: отметьте их в календаре.',
  },
  tickets_per_10_minutes: { group: 'tickets', label: 'Новых тикетов за 10 минут' },
  replies_per_minute: { group: 'tickets', label: 'Ответов в минуту' },
  file_max_bytes: { group: 'tickets', label: 'Размер файла, МБ', journal: 'Размер файла, байт' },
  files_max: { group: 'tickets', label: 'Файлов в сообщении' },
  password_min: { group: 'access', label: 'Наименьшая длина пароля' },
  invitation_days: {
    group: 'access',
    label: 'Приглашение: сколько дней живёт ссылка',
    hint: 'Кто не успел, тому нужна новая. Уже сделанные ссылки живут, сколько обещали.',
  },
  reopen_days: {
    group: 'tickets',
    label: '«Не решено»: сколько дней после закрытия',
    hint: 'Столько дней ресторан может вернуть закрытый тикет. 0 — возвращать нельзя.',
  },
  quality_sample: {
    group: 'tickets',
    label: 'Проверка качества: сколько тикетов в неделю',
    hint: 'Столько закрытых тикетов выбирается случайно. Все с оценкой «нет» проверяются и так.',
  },
  second_editor: {
    group: 'knowledge',
    label: 'Материалы публикует второй редактор',
    hint: 'Новый текст и правка ждут другого редактора: он публикует или возвращает со словом. Редакторов нужно хотя бы два.',
  },
  status_page: {
    group: 'support',
    label: 'Открытая страница состояния',
    hint: 'Инциденты видны всем по адресу /status/ и имени сети, без входа.',
  },
  start_away: {
    group: 'name',
    label: 'Убрать «С чего начать»',
    hint: 'Список первых шагов не стоит в «Управлении».',
  },
  two_steps: {
    group: 'access',
    label: 'Вход в два шага для рабочего места',
    hint: 'Сначала настройте его себе. Остальные узнают сразу, и сутки у них есть на подготовку.',
    journal: 'Вход в два шага',
  },
}
