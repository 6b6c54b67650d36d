import { counted } from '@podmoga/contract/fields/plural'

const FILES = ['файла', 'файлов', 'файлов'] as const
const JOBS = ['работа не идёт', 'работы не идут', 'работ не идут'] as const
const percent = (share: number | null): string => `${Math.floor((share ?? 0) * 100)}\u00A0%`

/** Text about a part of the installation; `at` is a formatted time, or ''. */
type Sentence = (params: { at: string; amount: number | null }) => string

const sending = (what: string, off: string) => ({
  ok: ({ at }: { at: string }) => (at === '' ? `${what}: всё отправлено.` : `${what}: уходят.`),
  failing: ({ at }: { at: string }) =>
    `${what}: не уходят, первое ждёт с ${at}. Скажите тому, кто ведёт сервер.`,
  warning: () => `${what}: уходят с задержкой.`,
  off: () => off,
})

export const STATE = {
  hint: 'Как живёт ваша установка. Что не в порядке, стоит первым; что с этим делать, написано рядом.',
  version: 'Версия',
  running: (at: string) => `сервер запущен ${at}`,
  name: {
    mail: 'Почта',
    sms: 'SMS',
    files: 'Файлы',
    disk: 'Место на диске',
    backup: 'Резервная копия',
    jobs: 'Фоновая работа',
  },
  state: { ok: 'В порядке', warning: 'Посмотрите', failing: 'Не работает', off: 'Не подключено' },
  text: {
    mail: sending('Письма', 'Почта не подключена: коды и уведомления письмом не уходят.'),
    sms: sending('SMS', 'SMS не подключены: коды и уведомления по SMS не уходят.'),
    files: {
      ok: () => 'Фото и документы открываются и принимаются.',
      warning: () => 'Хранилище файлов отвечает с трудом.',
      failing: () => 'Хранилище файлов не отвечает: фото не открываются. Скажите тому, кто ведёт сервер.',
      off: () => 'Хранилище файлов не подключено.',
    },
    disk: {
      ok: ({ amount }) => `Свободно ${percent(amount)}.`,
      warning: ({ amount }) => `Свободно ${percent(amount)}: пора освободить место или добавить диск.`,
      failing: ({ amount }) => `Свободно ${percent(amount)}: когда место кончится, писать станет нельзя.`,
      off: () => 'Не видно.',
    },
    backup: {
      ok: ({ at }) => `Последняя — ${at}.`,
      warning: ({ at }) =>
        at === ''
          ? 'Ни одной ещё не было: если диск сломается, всё пропадёт. Попросите включить копии.'
          : `Последняя — ${at}: старше двух дней. Попросите делать её каждый день.`,
      failing: ({ at, amount }) =>
        at === ''
          ? 'Ни одной ещё не было, хотя она должна делаться сама.'
          : (amount ?? 0) > 0
            ? `В последней (${at}) нет ${counted(amount ?? 0, FILES)}.`
            : `Последняя — ${at}, а новая не делается. Скажите тому, кто ведёт сервер.`,
      off: () => 'Не делается.',
    },
    jobs: {
      ok: () => 'Уведомления, письма и подсчёты идут сами.',
      warning: () => 'Идёт с задержкой.',
      failing: ({ amount }) => `${counted(amount ?? 0, JOBS)}. Скажите тому, кто ведёт сервер.`,
      off: () => 'Не идёт.',
    },
  },
} satisfies { text: Record<string, Record<string, Sentence>> } & Record<string, unknown>
