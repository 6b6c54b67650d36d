import { refuse } from '../http/refuse.ts'

/** Limits of a table; rows exclude the heading. */
export interface TableLimits {
  rows_max: number
  columns_max: number
  /** Characters of one cell. */
  cell_max: number
  /** Characters of all cells together: a shared string stored once may appear in every cell. */
  text_max: number
}

export const badTable = (message: string) => refuse('invalid', { message, fields: { file: message } })

const COUNT = new Intl.NumberFormat('ru')

export const tooManyRows = (max: number) =>
  badTable(`Слишком много строк: не больше ${COUNT.format(max)} в одном файле.`)

/** Refuses a text; `row` is one-based, as in spreadsheets, `column` is the column's letters. */
export const tooLong = (row: number, column: string, max: number) =>
  badTable(`Слишком длинный текст: строка ${row}, столбец ${column}, не больше ${COUNT.format(max)} знаков.`)

/** The spreadsheet name of a zero-based column: A, B … Z, AA. */
const letterOf = (column: number): string =>
  (column < 26 ? '' : letterOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

/** Makes the check for each cell of one table as it is read, `row` and `column` zero-based: refuses what exceeds the limits. */
export const makeCellCheck = ({ columns_max, cell_max, text_max }: TableLimits) => {
  let left = text_max
  return (row: number, column: number, text: string): void => {
    if (column >= columns_max) throw badTable(`Слишком много столбцов в строке ${row + 1}.`)
    if (text.length > cell_max) throw tooLong(row + 1, letterOf(column), cell_max)
    left -= text.length
    if (left < 0)
      throw badTable(
        `Слишком много текста: не больше ${COUNT.format(text_max)} знаков в одном файле, а они кончились здесь: строка ${row + 1}, столбец ${letterOf(column)}.`,
      )
  }
}
