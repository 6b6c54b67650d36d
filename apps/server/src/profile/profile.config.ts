import { z } from 'zod'
import { configPart } from '../config-part.ts'

const whole = (byDefault: number) => z.coerce.number().int().min(1).default(byDefault)

export const profileConfig = configPart({
  SMTP_URL: {
    doc: 'Почтовый сервер: smtp://имя:пароль@хост:порт или smtps://… Пусто — письма остаются в таблице outbox.',
    schema: z
      .string()
      .refine((url) => /^smtps?:\/\/./.test(url) && URL.canParse(url), {
        error: 'нужен адрес вида smtp://имя:пароль@хост:порт',
      })
      .optional(),
  },
  MAIL_FROM: { doc: 'От кого письма.', schema: z.string().default('Подмога <no-reply@localhost>') },
  SMS_DRIVER: {
    doc: 'Шлюз SMS: outbox (сообщения остаются в таблице), eskiz (Eskiz.uz) или http (любой шлюз, см. docs/sms.md).',
    schema: z.enum(['outbox', 'eskiz', 'http']).default('outbox'),
  },
  SMS_URL: {
    doc: 'Адрес шлюза SMS. Для eskiz по умолчанию https://notify.eskiz.uz.',
    schema: z.url({ protocol: /^https?$/ }).optional(),
  },
  SMS_LOGIN: { doc: 'Логин шлюза SMS (для eskiz — почта).', schema: z.string().optional() },
  SMS_PASSWORD: { doc: 'Пароль или ключ шлюза SMS.', schema: z.string().optional() },
  SMS_FROM: { doc: 'Имя или номер отправителя SMS.', schema: z.string().default('4546') },
  SMS_PER_DAY: { doc: 'Сколько SMS с кодами в сутки на один бизнес.', schema: whole(200) },
  DELIVERY_SECONDS: {
    doc: 'Сколько секунд ждать почтовый сервер или шлюз SMS.',
    schema: z.coerce.number().min(0.2).max(9).default(8),
  },
  CODES_PER_HOUR: { doc: 'Сколько кодов в час может запросить человек.', schema: whole(10) },
  CODES_PER_HOUR_ADDRESS: {
    doc: 'Сколько кодов в час уходит на одну почту или один телефон.',
    schema: whole(3),
  },
  ADDRESSES_PER_DAY: {
    doc: 'Сколько разных адресов и номеров человек может указать за сутки; сюда же идут занятые людьми других бизнесов — из файлов, приглашений и каталога.',
    schema: whole(10),
  },
  PASSWORD_GUESSES: {
    doc: 'Сколько раз за 15 минут можно ошибиться в старом пароле до паузы.',
    schema: whole(5),
  },
  RECOVERIES_PER_ADDRESS: {
    doc: 'Сколько раз за 15 минут с одного адреса сети можно просить код для нового пароля.',
    schema: whole(20),
  },
})
