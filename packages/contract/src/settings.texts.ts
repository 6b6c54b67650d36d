import type { SettingName } from './settings-table.ts'

interface SettingTexts {
  /** Over its field in the form. */
  label: string
  hint?: string
  /** As the journal calls it, where that is not the label. */
  journal?: string
}

/** What people read of each setting of a business. */
export const SETTING_TEXTS: Record<SettingName, SettingTexts> = {
  brand: { label: 'Название' },
  support_phone: { label: 'Телефон поддержки' },
  support_email: { label: 'Почта поддержки' },
  panel_url: { label: 'Адрес панели управления' },
  marketplace_url: { label: 'Адрес маркетплейса' },
  working_hours: {
    label: 'Когда отвечает поддержка',
    hint: 'Часы вида 09:00-18:00; пустой день — выходной. Пустая неделя — часы не показываются.',
  },
  holidays: { label: 'Праздники', hint: 'Дни без поддержки, каждый вида 2026-03-21' },
  tickets_per_10_minutes: { label: 'Новых тикетов за 10 минут' },
  replies_per_minute: { label: 'Ответов в минуту' },
  file_max_bytes: { label: 'Размер файла, МБ', journal: 'Размер файла, байт' },
  files_max: { label: 'Файлов в сообщении' },
  password_min: { label: 'Наименьшая длина пароля' },
  invitation_days: {
    label: 'Приглашение: сколько дней живёт ссылка',
    hint: 'Кто не успел, тому нужна новая. Уже сделанные ссылки живут, сколько обещали.',
  },
  reopen_days: {
    label: '«Не решено»: сколько дней после закрытия',
    hint: 'Столько дней ресторан может вернуть закрытый тикет. 0 — возвращать нельзя.',
  },
  quality_sample: {
    label: 'Проверка качества: сколько тикетов в неделю',
    hint: 'Столько закрытых тикетов выбирается случайно. Все с оценкой «нет» проверяются и так.',
  },
  status_page: {
    label: 'Открытая страница состояния',
    hint: 'Инциденты видны всем по адресу /status/ и имени сети, без входа.',
  },
  two_steps: {
    label: 'Вход в два шага для рабочего места',
    hint: 'Сначала настройте его себе. Остальные узнают сразу, и сутки у них есть на подготовку.',
    journal: 'Вход в два шага',
  },
}
