import type { ClientRefusalCode } from './refusals.ts'

/** One sentence a person reads for each refusal. The contract fixes the English one of `internal`. */
export const REFUSAL_TEXTS: Record<ClientRefusalCode, string> = {
  bad_request: 'Запрос не удалось разобрать. Обновите страницу и попробуйте ещё раз.',
  invalid: 'Проверьте, правильно ли заполнены поля.',
  unauthorized: 'Нужно войти в систему.',
  token_expired: 'Время входа истекло. Войдите ещё раз.',
  bad_credentials: 'Неверный логин или пароль.',
  forbidden: 'У вас нет доступа к этому ресторану или разделу.',
  subscription_expired: 'Подписка ресторана закончилась. Продлите её, чтобы продолжить работу.',
  bad_origin: 'Запрос пришёл с чужого сайта и отклонён.',
  not_found: 'Ничего не найдено. Возможно, запись удалили.',
  method_not_allowed: 'Такое действие здесь не поддерживается.',
  ticket_closed: 'Тикет закрыт. Создайте новый, если вопрос остался.',
  ticket_open: 'Тикет уже открыт.',
  idempotency_conflict:
    'Этот запрос уже отправлен с другим содержимым. Обновите страницу и попробуйте ещё раз.',
  too_large: 'Слишком большой файл или текст.',
  too_many_files: 'Слишком много файлов в одном сообщении.',
  unsupported_type: 'Неподдерживаемый формат',
  too_often: 'Слишком много попыток. Подождите немного и попробуйте ещё раз.',
  internal: 'Internal server error',
  unavailable: 'Сервис временно недоступен. Попробуйте через минуту.',
  network: 'Нет связи с сервером. Проверьте интернет и попробуйте ещё раз.',
  unreadable: 'Сервер ответил непонятно. Попробуйте ещё раз чуть позже.',
}
