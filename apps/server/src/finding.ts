/** Something that is not as it must be. */
export interface Finding {
  /** A stable word for machines. */
  kind: string
  /** Which thing, for people. */
  detail: string
}

export interface Report {
  findings: Finding[]
  /** How many of each were looked at. */
  checked: Record<string, number>
}

/** Of one kind no more than this are named; the rest are counted in a last finding. */
const NAMED = 100

/** Rows as findings of one kind: each named by `detail`, those beyond {@link NAMED} only counted. */
export const findingsOf = <Row>(
  kind: string,
  rows: readonly Row[],
  detail: (row: Row) => string,
): Finding[] => [
  ...rows.slice(0, NAMED).map((row) => ({ kind, detail: detail(row) })),
  ...(rows.length > NAMED ? [{ kind, detail: `и ещё ${rows.length - NAMED}` }] : []),
]

/** What was found, in Russian lines for the terminal. */
export const wordsOf = ({ findings, checked }: Report): string[] => [
  `Проверено: ${Object.entries(checked)
    .map(([name, count]) => `${name} — ${count}`)
    .join(', ')}.`,
  ...findings.map(({ kind, detail }) => `  ${kind}: ${detail}`),
  findings.length === 0 ? 'Расхождений нет.' : `Расхождений: ${findings.length}.`,
]
