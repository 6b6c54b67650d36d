import type { FigureBy, FiguresAnswer } from '@podmoga/contract/desk/figures'
import styles from './figures.module.css'
import { type Measure, rowName, shown } from './figures.rules.ts'
import { FIGURES } from './figures.texts.ts'

const WIDTH = 720
const HEIGHT = 160
/** Number of labels that fit below the columns. */
const NAMES = 6

/**
 * Column chart of one measure; it does not rely on colour. The table below has every number, so for assistive technology
 * the chart is a single image named by the measure and the highest column.
 */
export function FigureChart({
  rows,
  by,
  measure,
}: {
  rows: FiguresAnswer['rows']
  by: FigureBy
  measure: Measure
}) {
  const values = rows.map((row) => measure.of(row) ?? 0)
  const most = Math.max(...values)
  const top = rows[values.indexOf(most)]
  if (top === undefined || most === 0) return null
  const step = WIDTH / rows.length
  const every = Math.ceil(rows.length / NAMES)
  const peak = FIGURES.peak(rowName(by, top), shown(measure, most))
  return (
    <figure className={styles.chart}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${measure.name}. ${peak}`}>
        <line x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className={styles.axis} />
        {rows.map((row, at) => {
          const height = ((values[at] ?? 0) / most) * (HEIGHT - 8)
          return (
            <rect
              key={row.key}
              className={styles.column}
              x={at * step + step * 0.1}
              width={step * 0.8}
              y={HEIGHT - height}
              height={height}
            />
          )
        })}
      </svg>
      <div className={styles.names} aria-hidden>
        {rows.map((row, at) =>
          at % every === 0 ? <span key={row.key}>{rowName(by, row).replace(/\.\d{4}$/, '')}</span> : null,
        )}
      </div>
      <figcaption className="t-small t-muted">{peak}</figcaption>
    </figure>
  )
}
