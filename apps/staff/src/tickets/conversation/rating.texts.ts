export const RATING = {
  rating_question: 'Мы помогли?',
  rating_good: 'Да',
  rating_bad: 'Нет',
  rating_skip: 'Не сейчас',
  rating_thanks: 'Спасибо за оценку',
  rating_word: 'Пара слов, если хотите',
  rating_send: 'Добавить',
  rating_failed: 'Не удалось сохранить оценку',
} as const
