import type { MacroFate } from '@podmoga/contract/desk/macros'
import type { RuleWhen } from '@podmoga/contract/desk/rules'
import type { Priority } from '@podmoga/contract/desk/tickets'
import { quoted } from '@podmoga/contract/fields/quoted'

const WHEN: Record<RuleWhen, string> = {
  created: 'Пришёл новый тикет',
  wrote: 'Клиент написал ещё',
  answered: 'Агент ответил',
  waits: 'Клиент ждёт столько минут',
  soon: 'Скоро просрочим',
  late: 'Просрочено',
  rated: 'Тикет оценили',
}
const PRIORITY: Record<Priority, string> = {
  low: 'Низкая',
  normal: 'Обычная',
  high: 'Высокая',
  urgent: 'Срочно',
}
const FATE: Record<MacroFate, string> = {
  done: 'сделано',
  same: 'всё уже было так',
  not_found: 'тикета уже нет',
  ticket_closed: 'тикет закрыт',
  ticket_open: 'тикет открыт',
  assigned_meanwhile: 'тикет взял другой агент',
  no_such_agent: 'этот агент не отвечает на его тикеты',
  too_many_tags: 'слишком много меток',
  unfilled: 'в ответе осталось незаполненное в скобках',
  unseen_message: 'в тикете новое сообщение',
}

export const RULES = {
  hint: 'Правила срабатывают сверху вниз на то, что случилось после их включения. Перед включением проверьте правило на последних ста тикетах.',
  failed: 'Не удалось загрузить правила',
  none: 'Правил нет: само ничего не делается.',
  add: 'Добавить правило',
  save: 'Сохранить',
  saved: 'Сохранено',
  new_name: 'Новое правило',
  name: 'Название',
  is_on: 'Включено',
  when: 'Когда',
  whens: WHEN,
  minutes: 'Минут рабочего времени',
  conditions: 'Если (всё сразу; пустое — любое)',
  words: 'В сообщении есть слово',
  words_hint: 'Через запятую, достаточно одного; в любой форме',
  restaurants: 'Рестораны',
  all_restaurants: 'все',
  categories: 'Категории',
  all_categories: 'любые',
  priority: 'Срочность',
  priorities: PRIORITY,
  any: 'Любая',
  with_tags: 'На тикете есть метка',
  by_comma: 'Через запятую, достаточно одной',
  score: 'Оценка',
  scores: { good: '«Да»', bad: '«Нет»' },
  acts: 'Сделать',
  same: 'Не менять',
  assignee: 'Исполнитель',
  group: 'Группа',
  tags: 'Добавить метки',
  tags_hint: 'Через запятую',
  set_priority: 'Поставить срочность',
  note: 'Заметка',
  tell: 'Позвать в заметке',
  nobody: 'никого',
  text: 'Ответ клиенту',
  text_hint: 'Клиент увидит пометку «Автоматический ответ». {имя}, {ресторан}, {номер} заполнятся сами',
  template: 'Взять из шаблона',
  template_none: 'Выберите шаблон',
  dry_run: 'Проверить на последних тикетах',
  dry_found: (tickets: number, total: number) =>
    tickets === 0
      ? `Ни на одном из последних ${total} тикетов не сработало бы.`
      : `Сработало бы на ${tickets} из последних ${total} тикетов:`,
  ticket: (number: number, times = 1) => (times > 1 ? `№${number} × ${times}` : `№${number}`),
  broken: (what: readonly string[]) => `Не работает, этого больше нет: ${what.join(', ')}`,
  up: (name: string) => `Поднять ${quoted(name)}`,
  down: (name: string) => `Опустить ${quoted(name)}`,
  remove: (name: string) => `Убрать правило ${quoted(name)}`,
  firings: 'Последние срабатывания',
  no_firings: 'Ни одно правило ещё не сработало.',
  fate: FATE,
  answered: 'ответило клиенту',
} as const
