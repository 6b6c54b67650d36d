import { z } from 'zod'
import { configPart } from '../config-part.ts'

export const backupConfig = configPart({
  BACKUP_TO: {
    doc: 'Куда класть резервные копии: папка или s3://корзина/префикс. Задано — сервер делает копии сам.',
    schema: z.string().optional(),
  },
  BACKUP_EVERY_HOURS: {
    doc: 'Как часто сервер делает резервную копию, в часах. 0 — только по команде npm run backup.',
    schema: z.coerce.number().min(0).max(720).default(24),
  },
  BACKUP_KEEP_DAYS: {
    doc: 'Сколько дней хранить резервные копии; семь последних остаются всегда.',
    schema: z.coerce.number().int().min(1).max(3650).default(14),
  },
  BACKUP_RECIPIENT: {
    doc: 'Открытый ключ age (age1…), которым шифруются резервные копии. Пара к нему: npm run backup -- --new-key ФАЙЛ.',
    schema: z
      .string()
      .regex(/^age1[02-9ac-hj-np-z]{58}$/, { error: 'нужен открытый ключ вида age1…' })
      .optional(),
  },
  BACKUP_S3_ENDPOINT: {
    doc: 'S3 для резервных копий: адрес. По умолчанию — как у файлов.',
    schema: z.url().optional(),
  },
  BACKUP_S3_REGION: {
    doc: 'S3 для резервных копий: регион. По умолчанию — как у файлов.',
    schema: z.string().optional(),
  },
  BACKUP_S3_ACCESS_KEY_ID: {
    doc: 'S3 для резервных копий: ключ. По умолчанию — как у файлов.',
    schema: z.string().optional(),
  },
  BACKUP_S3_SECRET_ACCESS_KEY: {
    doc: 'S3 для резервных копий: секрет ключа. По умолчанию — как у файлов.',
    schema: z.string().optional(),
  },
})
