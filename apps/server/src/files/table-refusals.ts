import { refuse } from '../http/refuse.ts'

/** How much of a table is taken; rows without the heading. */
export interface TableLimits {
  rows_max: number
  columns_max: number
  /** Letters of one cell. */
  cell_max: number
}

export const badTable = (message: string) => refuse('invalid', { message, fields: { file: message } })

export const tooManyRows = (max: number) =>
  badTable(`Слишком много строк: не больше ${new Intl.NumberFormat('ru').format(max)} в одном файле.`)
