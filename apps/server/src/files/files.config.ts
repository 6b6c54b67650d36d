import { FILE_MAX, FILES_MAX, FILES_TOTAL_MAX } from '@podmoga/contract/fields/limits'
import { z } from 'zod'
import { configPart } from '../config-part.ts'

/** `tcp://host:port`, or `unix:/path`. */
export const SCANNER_ADDRESS = /^(?:tcp:\/\/(?:\[[\da-fA-F:]+\]|[\w.-]+):\d{1,5}|unix:\/.+)$/

const whole = (byDefault: number) => z.coerce.number().int().min(1).default(byDefault)

export const filesConfig = configPart({
  FILE_MAX_BYTES: { doc: 'Наибольший размер одного файла в байтах.', schema: whole(FILE_MAX) },
  FILES_MAX: { doc: 'Сколько файлов в одном сообщении.', schema: whole(FILES_MAX) },
  FILES_TOTAL_BYTES: {
    doc: 'Наибольший размер всех файлов сообщения в байтах.',
    schema: whole(FILES_TOTAL_MAX),
  },
  UPLOAD_BYTES_PER_HOUR: {
    doc: 'Сколько байт человек может загрузить за час.',
    schema: whole(200 * 1024 * 1024),
  },
  FILE_LINK_SECONDS: {
    doc: 'Сколько самое большее живёт ссылка на файл; самое меньшее — половину этого.',
    schema: z.coerce.number().int().min(2).default(600),
  },
  VIRUS_SCAN: {
    doc: 'Проверка файлов на вирусы: где слушает clamd, tcp://адрес:порт или unix:/путь. Пусто: не проверять.',
    schema: z.string().regex(SCANNER_ADDRESS, 'tcp://адрес:порт или unix:/путь').optional(),
  },
  S3_ENDPOINT: { doc: 'Хранилище S3 вместо локальной папки: адрес.', schema: z.url().optional() },
  S3_BUCKET: { doc: 'S3: корзина.', schema: z.string().optional() },
  S3_REGION: { doc: 'S3: регион.', schema: z.string().default('us-east-1') },
  S3_ACCESS_KEY_ID: { doc: 'S3: ключ.', schema: z.string().optional() },
  S3_SECRET_ACCESS_KEY: { doc: 'S3: секрет ключа.', schema: z.string().optional() },
})
