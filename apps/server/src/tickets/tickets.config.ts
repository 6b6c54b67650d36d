import { z } from 'zod'
import { isOrigin } from '../config-checks.ts'
import { configPart } from '../config-part.ts'

const count = (byDefault: number) => z.coerce.number().int().min(1).default(byDefault)

export const ticketsConfig = configPart({
  TICKETS_PER_10_MINUTES: { doc: 'Новых тикетов на человека за 10 минут.', schema: count(10) },
  STREAMS_PER_PERSON: {
    doc: 'Сколько живых потоков событий открыто у человека; лишний старый закрывается.',
    schema: count(5),
  },
  NOTICE_AFTER_SECONDS: {
    doc: 'Через сколько секунд после ответа поддержки звонит уведомление: прочитанное за это время не звонит.',
    schema: z.coerce.number().int().min(0).max(3600).default(3),
  },
  PUSH_ORIGINS: {
    doc: 'Свои службы push-уведомлений внутри сети через запятую, вида http://push.local:8080. Остальным шлют только по https и только наружу.',
    schema: z
      .string()
      .refine((list) => list.split(',').every((one) => one.trim() === '' || isOrigin(one.trim())), {
        error: 'нужны адреса вида https://push.example.uz, без пути и косой черты в конце',
      })
      .default(''),
  },
  REPLIES_PER_MINUTE: { doc: 'Ответов на человека в минуту.', schema: count(30) },
})
