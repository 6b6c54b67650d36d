import type { FigureBy, FiguresAnswer } from '@podmoga/contract/desk/figures'
import { Link } from '@podmoga/ui/lib/navigation'
import { ScrollBox } from '@podmoga/ui/scroll-box/scroll-box'
import styles from './figures.module.css'
import { type Measure, rowName, shown } from './figures.rules.ts'
import { BY, FIGURES } from './figures.texts.ts'

/** Table of all figures of the period; figures made of tickets link to them. */
export function FigureTable({
  rows,
  by,
  measures,
  hrefOf,
}: {
  rows: FiguresAnswer['rows']
  by: FigureBy
  measures: readonly Measure[]
  hrefOf: (what: string, key: string) => string
}) {
  return (
    <ScrollBox className={styles.scroll} aria-label={FIGURES.table}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{BY[by]}</th>
            {measures.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{rowName(by, row)}</th>
              {measures.map((measure) => {
                const value = measure.of(row)
                const text = shown(measure, value)
                return (
                  <td key={measure.key}>
                    {value === null || (value === 0 && !measure.is_minutes) || measure.what === null ? (
                      text
                    ) : (
                      <Link href={hrefOf(measure.what, row.key)}>{text}</Link>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
