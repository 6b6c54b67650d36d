/** Every refusal of the server: its HTTP status and the text for the user. The contract fixes the English text of `internal`. */
export const REFUSALS = {
  bad_request: [400, 'Запрос не удалось разобрать. Обновите страницу и попробуйте ещё раз.'],
  invalid: [400, 'Проверьте, правильно ли заполнены поля.'],
  provider_failed: [400, 'Вход через компанию не удался. Начните его ещё раз.'],
  unauthorized: [401, 'Нужно войти в систему.'],
  token_expired: [401, 'Время входа истекло. Войдите ещё раз.'],
  bad_credentials: [401, 'Неверный логин или пароль.'],
  passkey_refused: [401, 'Ключ доступа не подошёл. Попробуйте ещё раз или войдите паролем.'],
  forbidden: [403, 'У вас нет доступа к этому ресторану или разделу.'],
  subscription_expired: [403, 'Подписка ресторана закончилась. Продлите её, чтобы продолжить работу.'],
  bad_origin: [403, 'Запрос пришёл с чужого сайта и отклонён.'],
  above_you: [403, 'Изменить этого человека или дать такую роль вы не можете.'],
  confirmation_needed: [403, 'Это важное действие. Подтвердите, что это вы.'],
  second_step_needed: [403, 'Введите код из приложения или код восстановления.'],
  not_admitted: [403, 'Вас нет среди сотрудников. Попросите администратора вас пригласить.'],
  not_found: [404, 'Ничего не найдено. Возможно, запись удалили.'],
  method_not_allowed: [405, 'Такое действие здесь не поддерживается.'],
  ticket_closed: [409, 'Тикет закрыт. Создайте новый, если вопрос остался.'],
  ticket_open: [409, 'Тикет уже открыт.'],
  too_late: [409, 'Этот тикет закрыт давно, вернуть его уже нельзя. Создайте новый: мы поможем.'],
  incident_over: [409, 'Инцидент уже закончен.'],
  incident_goes_on: [409, 'Инцидент ещё идёт: отчёт делают после его конца.'],
  assigned_meanwhile: [409, 'Пока вы смотрели, тикет взял другой агент.'],
  unseen_message: [
    409,
    'Пока вы писали, в тикете появилось новое сообщение. Прочитайте его и отправьте ещё раз.',
  ],
  changed_meanwhile: [409, 'Пока вы меняли, это изменил кто-то другой. Посмотрите, что вышло, и повторите.'],
  too_many_views: [409, 'Сохранённых фильтров уже пятьдесят. Удалите ненужные.'],
  already_rated: [409, 'Этот тикет уже оценили.'],
  accepted_already: [409, 'Эту смену уже принял кто-то из коллег.'],
  merged_already: [409, 'Эти тикеты уже объединены. Обновите страницу.'],
  not_merged: [409, 'Этот тикет ни с чем не объединён.'],
  merge_settled: [
    409,
    'После объединения в тикете уже писали: разъединить нельзя. Вынесите сообщение в новый тикет.',
  ],
  other_restaurant: [
    409,
    'Объединить можно только тикеты одного ресторана: другой ресторан чужую переписку видеть не должен.',
  ],
  not_splittable: [409, 'В новый тикет можно вынести сообщение клиента, и не единственное в переписке.'],
  nothing_answered: [409, 'Поддержка в этом тикете не отвечала: материал не из чего составить.'],
  no_subcategory: [409, 'В базе знаний ещё нет ни одного подраздела. Сначала его заведёт редактор.'],
  other_person: [409, 'В этом браузере вошёл другой человек. Войдите ещё раз, чтобы продолжить.'],
  idempotency_conflict: [
    409,
    'Этот запрос уже отправлен с другим содержимым. Обновите страницу и попробуйте ещё раз.',
  ],
  stale_draft: [
    409,
    'Материал уже изменил другой редактор. Откройте новую версию, чтобы ничего не потерять.',
  ],
  review_needed: [409, 'Отправьте материал на проверку: его смотрит второй редактор.'],
  own_review: [409, 'Свой текст проверяет другой.'],
  nobody_to_review: [409, 'Второго редактора нет. Пригласите его или выключите проверку в настройках.'],
  not_empty: [409, 'Сначала перенесите или удалите то, что внутри.'],
  material_published: [409, 'Сначала снимите материал с публикации.'],
  address_taken: [409, 'Такая почта или такой телефон уже есть у другого человека.'],
  name_taken: [409, 'Такое название уже есть.'],
  group_in_use: [409, 'Эту группу ещё называют. Объедините её с другой или поменяйте то, что её называет.'],
  last_admin: [409, 'Это последний администратор бизнеса. Сначала назначьте другого.'],
  last_restaurant: [409, 'Это последний ресторан бизнеса. Сначала добавьте другой.'],
  person_disabled: [409, 'Сотрудник отключён. Сначала верните его.'],
  request_decided: [409, 'Об этом уже решил другой человек. Обновите страницу.'],
  limit_reached: [409, 'Достигнут предел вашего тарифа. Обратитесь к тому, кто ведёт установку.'],
  too_large: [413, 'Слишком большой файл или текст.'],
  too_many_files: [413, 'Слишком много файлов в одном сообщении.'],
  unsupported_type: [415, 'Неподдерживаемый формат'],
  too_often: [429, 'Слишком много попыток. Подождите немного и попробуйте ещё раз.'],
  internal: [500, 'Internal server error'],
  unavailable: [503, 'Сервис временно недоступен. Попробуйте через минуту.'],
} as const satisfies Record<string, readonly [status: number, text: string]>

export type RefusalCode = keyof typeof REFUSALS

/** Refusals made by the client: no answer came, or the answer does not match the contract. */
const OF_CLIENT = {
  network: 'Нет связи с сервером. Проверьте интернет и попробуйте ещё раз.',
  unreadable: 'Сервер ответил непонятно. Попробуйте ещё раз чуть позже.',
}
export type ClientRefusalCode = RefusalCode | keyof typeof OF_CLIENT

export const refusalStatus = (code: RefusalCode): number => REFUSALS[code][0]
export const refusalText = (code: ClientRefusalCode): string =>
  code === 'network' || code === 'unreadable' ? OF_CLIENT[code] : REFUSALS[code][1]

/** Refusals that any call may give; an endpoint declares only its own additional ones. */
export const COMMON_REFUSALS = [
  'bad_request',
  'invalid',
  'too_large',
  'too_often',
  'unsupported_type',
  'internal',
  'unavailable',
] as const satisfies readonly RefusalCode[]

export interface RefusalBody {
  error: string
  code: string
  fields?: Record<string, string>
  subscription_expired?: true
}

/**
 * A refused call. `message` is a Russian text for the user; `fields` has a Russian text for each invalid field;
 * `retry_after` is in seconds.
 */
export class Refusal extends Error {
  readonly code: ClientRefusalCode
  readonly status: number
  readonly fields: Record<string, string>
  readonly retry_after: number | null
  readonly subscription_expired: boolean

  constructor(init: {
    code: ClientRefusalCode
    message: string
    status?: number
    fields?: Record<string, string> | undefined
    retry_after?: number | null
    subscription_expired?: boolean
    cause?: unknown
  }) {
    super(init.message, { cause: init.cause })
    this.name = 'Refusal'
    this.code = init.code
    this.status = init.status ?? 0
    this.fields = init.fields ?? {}
    this.retry_after = init.retry_after ?? null
    this.subscription_expired = init.subscription_expired ?? false
  }
}
