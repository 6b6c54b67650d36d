export const ABOUT = {
  label: 'О тикете',
  led_by: (name: string) => `Ведёт ${name}`,
  answers: (name: string) => `Отвечает ${name}`,
  free: 'Ещё никто не взял',
  closed: 'Вопрос решён',
  waits_for_you: 'Поддержка ответила, ждёт вас',
  waits_for_support: 'Ответ за поддержкой',
} as const
