import { z } from 'zod'
import { configPart } from '../config-part.ts'

const whole = (byDefault: number) => z.coerce.number().int().min(1).default(byDefault)

const DOMAIN = /^\.?(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i

export const sessionConfig = configPart({
  AUTH_SITE_URL: {
    doc: 'Сайт входа; {network} заменяется на сеть бизнеса. По умолчанию встроенный /intranet/.',
    schema: z.string().default('/intranet/'),
  },
  AUTH_ISSUER: { doc: 'Чужой провайдер входа: значение iss его токенов.', schema: z.string().optional() },
  AUTH_JWKS_URL: {
    doc: 'Где лежат открытые ключи чужого провайдера (JWKS).',
    schema: z.url({ protocol: /^https?$/ }).optional(),
  },
  AUTH_AUDIENCE: {
    doc: 'Значение aud токенов чужого провайдера, если он его ставит.',
    schema: z.string().optional(),
  },
  PROVIDER_INSIDE_HOSTS: {
    doc: 'Провайдеры входа бизнесов во внутренней сети: их имена через запятую, с портом или без; им можно и http. Остальные — только по https и снаружи.',
    schema: z
      .string()
      .default('')
      .transform((list) =>
        list
          .split(',')
          .map((host) => host.trim())
          .filter(Boolean),
      ),
  },
  COOKIE_DOMAIN: {
    doc: 'Общий домен для cookie user_tokens. Пусто — только этот хост.',
    schema: z.string().regex(DOMAIN, { error: 'нужно имя домена, например example.uz' }).optional(),
  },
  ACCESS_TOKEN_SECONDS: { doc: 'Сколько живёт токен доступа.', schema: whole(900) },
  SESSION_DAYS: { doc: 'Через сколько дней без входа сессия заканчивается.', schema: whole(30) },
  MAX_SESSIONS: {
    doc: 'Сколько сессий может быть у человека; лишняя старая заканчивается.',
    schema: whole(20),
  },
  SIGN_IN_FAILURES: { doc: 'Сколько неверных паролей за 15 минут до паузы.', schema: whole(5) },
  SIGN_IN_FAILURES_ADDRESS: { doc: 'Сколько неверных входов в минуту с одного адреса.', schema: whole(30) },
  PASSWORD_MIN: {
    doc: 'Наименьшая длина нового пароля.',
    schema: z.coerce.number().int().min(8).max(64).default(8),
  },
  TWO_STEPS: {
    doc: 'Второй шаг входа для всех, кто работает в рабочем месте: on — у всех бизнесов, off — решает бизнес.',
    schema: z.enum(['on', 'off']).default('off'),
  },
  REQUESTS_PER_MINUTE: { doc: 'Запросов в минуту на человека.', schema: whole(300) },
})
