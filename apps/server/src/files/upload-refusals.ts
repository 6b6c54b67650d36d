import { FIELD } from '@podmoga/contract/fields/field-texts'
import { OF_FILE_FORMS } from '@podmoga/contract/fields/nouns'
import { plural } from '@podmoga/contract/fields/plural'
import { quoted } from '@podmoga/contract/fields/quoted'
import { sizeLimit } from '@podmoga/contract/fields/size-limit'
import type { Refusal, RefusalCode } from '@podmoga/contract/refusals'
import { refuse } from '../http/refuse.ts'
import type { UploadKind } from '../http/uploads.ts'

// After «не больше»: 1 файла, 21 файла, 10 файлов.
const filesText = (count: number): string => `${count} ${plural(count, OF_FILE_FORMS)}`

const refusal = (code: RefusalCode, field: string, message: string): Refusal =>
  refuse(code, { message, fields: { [field]: message } })

export const tooLarge = (field: string, file_name: string, max: number): Refusal =>
  refusal('too_large', field, `${FIELD.file_too_large}: ${quoted(file_name)}. Не больше ${sizeLimit(max)}.`)

export const tooLargeTogether = (field: string, max: number): Refusal =>
  refusal('too_large', field, `Файлы вместе слишком большие. Не больше ${sizeLimit(max)} в одном сообщении.`)

const ONE: Partial<Record<UploadKind, string>> = {
  photo: 'Нужна одна фотография.',
  picture: 'Нужна одна картинка.',
  table: 'Нужен один файл.',
  archive: 'Нужен один архив.',
}

export const tooManyFiles = (expected: { field: string; kind: UploadKind }, max: number): Refusal =>
  ONE[expected.kind] !== undefined
    ? refusal('invalid', expected.field, ONE[expected.kind] ?? '')
    : refusal('too_many_files', expected.field, `Не больше ${filesText(max)} в одном сообщении.`)

export const wrongType = (field: string, file_name: string): Refusal =>
  refusal('unsupported_type', field, `${FIELD.file_type}: ${quoted(file_name)}`)

export const infected = (field: string, file_name: string): Refusal =>
  refusal(
    'unsupported_type',
    field,
    `В файле ${quoted(file_name)} вирус: он не принят. Уберите его — остальное на месте.`,
  )

export const tooLargeToScan = (field: string, file_name: string): Refusal =>
  refusal(
    'too_large',
    field,
    `Файл ${quoted(file_name)} слишком большой для проверки на вирусы. Уберите его — остальное на месте.`,
  )

export const emptyFile = (field: string, file_name: string): Refusal =>
  refusal('invalid', field, `Файл пустой: ${quoted(file_name)}`)

export const badName = (field: string): Refusal =>
  refusal('invalid', field, 'Имя файла не подходит. Переименуйте файл и приложите его снова.')
