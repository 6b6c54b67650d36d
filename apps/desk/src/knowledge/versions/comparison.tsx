import { ScrollBox } from '@podmoga/ui/scroll-box/scroll-box'
import { Tabs } from '@podmoga/ui/tabs/tabs'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { startOf } from '../editor/text-editor.tsx'
import { EDITOR, STALE } from '../knowledge.texts.ts'
import type { DraftText } from '../material/draft-text.ts'
import { COMPARED, differHere, differTold } from '../material/stale.texts.ts'
import styles from './compare.module.css'
import { type ComparedLine, compareTexts } from './compare-texts.ts'
import { TextView } from './text-view.tsx'

type View = 'diff' | 'mine' | 'theirs'

interface Sides {
  theirs: DraftText
  mine: DraftText
  /** Names of the two texts, if neither is the reader's own. */
  names?: { mine: string; theirs: string } | undefined
}

const coverName = ({ cover }: DraftText): string => cover?.file_name ?? COMPARED.no_cover
const fileNames = ({ files }: DraftText): string =>
  files.map(({ file_name }) => file_name).join(', ') || COMPARED.no_files

interface BesideProps extends Pick<Sides, 'names'> {
  name: string
  theirs: string
  mine: string
}

/** A difference outside the body: title of the field and both values. */
function Beside({ name, theirs, mine, names }: BesideProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {mine} <span className={styles.whose}>{names?.mine ?? COMPARED.mine}</span>
      </dd>
      <dd>
        {theirs} <span className={styles.whose}>{names?.theirs ?? COMPARED.theirs}</span>
      </dd>
    </div>
  )
}

const SIDE = { added: 'mine', removed: 'theirs' } as const

function Line({ kind, text, what, names }: ComparedLine & Pick<Sides, 'names'>) {
  if (kind !== 'same') {
    const Tag = kind === 'added' ? 'ins' : 'del'
    return (
      <li>
        <Tag>{text}</Tag> <span className={styles.whose}>{names?.[SIDE[kind]] ?? STALE[kind]}</span>
      </li>
    )
  }
  return (
    <li>
      {what.length === 0 ? (
        text
      ) : (
        <>
          <mark>{text}</mark> <span className={styles.whose}>{differHere(what)}</span>
        </>
      )}
    </li>
  )
}

/** Comparison of two texts of a material: the diff, and each text as a whole. */
export function Comparison({ theirs, mine, names }: Sides) {
  const called = names ?? STALE
  const [view, setView] = useState<View>('diff')
  const { lines, differences } = useMemo(() => compareTexts(theirs, mine, startOf), [theirs, mine])
  const diff = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    const box = diff.current?.parentElement
    const first = diff.current?.querySelector('ins, del, mark')?.closest('li')?.previousElementSibling
    // Scroll to the first change, unless differences outside the body are listed above.
    if (view !== 'diff' || box === null || box === undefined || box.querySelector('dl') !== null) return
    if (first) box.scrollTop += first.getBoundingClientRect().top - box.getBoundingClientRect().top
  }, [view])
  return (
    <>
      <p>{differences.length === 0 ? STALE.same : differTold(differences)}</p>
      <Tabs<View>
        label={STALE.view}
        tabs={[
          { key: 'diff', label: STALE.diff },
          { key: 'mine', label: called.mine },
          { key: 'theirs', label: called.theirs },
        ]}
        selected={view}
        onSelect={setView}
      >
        {view === 'diff' ? (
          <ScrollBox className={styles.text} aria-label={STALE.diff}>
            {(differences.includes('cover') || differences.includes('files')) && (
              <dl className={styles.change}>
                {differences.includes('cover') && (
                  <Beside
                    name={EDITOR.cover}
                    theirs={coverName(theirs)}
                    mine={coverName(mine)}
                    names={names}
                  />
                )}
                {differences.includes('files') && (
                  <Beside
                    name={EDITOR.files}
                    theirs={fileNames(theirs)}
                    mine={fileNames(mine)}
                    names={names}
                  />
                )}
              </dl>
            )}
            <ul ref={diff} className={styles.diff}>
              {lines.map((line, index) => {
                const key = index
                return <Line key={key} {...line} names={names} />
              })}
            </ul>
          </ScrollBox>
        ) : (
          <TextView label={called[view]} text={view === 'mine' ? mine : theirs} />
        )}
      </Tabs>
    </>
  )
}
