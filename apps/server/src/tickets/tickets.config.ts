import { z } from 'zod'
import { configPart } from '../config-part.ts'

const count = (byDefault: number) => z.coerce.number().int().min(1).default(byDefault)

export const ticketsConfig = configPart({
  TICKETS_PER_10_MINUTES: { doc: 'Новых тикетов на человека за 10 минут.', schema: count(10) },
  STREAMS_PER_PERSON: {
    doc: 'Сколько живых потоков событий открыто у человека; лишний старый закрывается.',
    schema: count(5),
  },
  REPLIES_PER_MINUTE: { doc: 'Ответов на человека в минуту.', schema: count(30) },
})
