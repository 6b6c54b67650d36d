/** A detected problem. */
export interface Finding {
  /** A stable code for programs. */
  kind: string
  /** The affected object, for people. */
  detail: string
}

export interface Report {
  findings: Finding[]
  /** The number of objects checked, by name. */
  checked: Record<string, number>
}

/** At most this many findings of one kind are listed; the last one only counts the rest. */
const NAMED = 100

/** Converts rows into findings of one kind, described by `detail`; rows beyond {@link NAMED} are only counted. */
export const findingsOf = <Row>(
  kind: string,
  rows: readonly Row[],
  detail: (row: Row) => string,
): Finding[] => [
  ...rows.slice(0, NAMED).map((row) => ({ kind, detail: detail(row) })),
  ...(rows.length > NAMED ? [{ kind, detail: `и ещё ${rows.length - NAMED}` }] : []),
]

/** A report as Russian lines for the terminal. */
export const wordsOf = ({ findings, checked }: Report): string[] => [
  `Проверено: ${Object.entries(checked)
    .map(([name, count]) => `${name} — ${count}`)
    .join(', ')}.`,
  ...findings.map(({ kind, detail }) => `  ${kind}: ${detail}`),
  findings.length === 0 ? 'Расхождений нет.' : `Расхождений: ${findings.length}.`,
]
