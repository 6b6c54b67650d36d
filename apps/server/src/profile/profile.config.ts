import { z } from 'zod'
import { configPart } from '../config-part.ts'

export const profileConfig = configPart({
  SMTP_URL: {
    doc: 'Почтовый сервер, smtp:// или smtps://. Пусто — письма остаются в демонстрационном ящике.',
    schema: z.string().optional(),
  },
  MAIL_FROM: { doc: 'От кого письма.', schema: z.string().default('Подмога <no-reply@localhost>') },
  SMS_DRIVER: {
    doc: 'Шлюз SMS: outbox, eskiz или http.',
    schema: z.enum(['outbox', 'eskiz', 'http']).default('outbox'),
  },
  SMS_URL: { doc: 'Адрес шлюза SMS.', schema: z.url().optional() },
  SMS_LOGIN: { doc: 'Логин шлюза SMS (для eskiz — почта).', schema: z.string().optional() },
  SMS_PASSWORD: { doc: 'Пароль или ключ шлюза SMS.', schema: z.string().optional() },
  SMS_FROM: { doc: 'Имя или номер отправителя SMS.', schema: z.string().default('4546') },
  SMS_PER_DAY: {
    doc: 'Сколько SMS в сутки на один бизнес.',
    schema: z.coerce.number().int().min(1).default(200),
  },
})
