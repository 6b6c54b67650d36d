import { ScrollBox } from '@podmoga/ui/scroll-box/scroll-box'
import { Tabs } from '@podmoga/ui/tabs/tabs'
import { useMemo, useState } from 'react'
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
}

const coverName = ({ cover }: DraftText): string => cover?.file_name ?? COMPARED.no_cover
const fileNames = ({ files }: DraftText): string =>
  files.map(({ file_name }) => file_name).join(', ') || COMPARED.no_files

/** What stands beside the text and differs. */
function Beside({ name, theirs, mine }: { name: string; theirs: string; mine: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {mine} <span className={styles.whose}>{COMPARED.mine}</span>
      </dd>
      <dd>
        {theirs} <span className={styles.whose}>{COMPARED.theirs}</span>
      </dd>
    </div>
  )
}

function Line({ kind, text, what }: ComparedLine) {
  if (kind !== 'same') {
    const Tag = kind === 'added' ? 'ins' : 'del'
    return (
      <li>
        <Tag>{text}</Tag> <span className={styles.whose}>{STALE[kind]}</span>
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

/** Two texts of one material: in what they differ, and each as it is. */
export function Comparison({ theirs, mine }: Sides) {
  const [view, setView] = useState<View>('diff')
  const { lines, differences } = useMemo(() => compareTexts(theirs, mine, startOf), [theirs, mine])
  return (
    <>
      <p>{differences.length === 0 ? STALE.same : differTold(differences)}</p>
      <Tabs<View>
        label={STALE.view}
        tabs={[
          { key: 'diff', label: STALE.diff },
          { key: 'mine', label: STALE.mine },
          { key: 'theirs', label: STALE.theirs },
        ]}
        selected={view}
        onSelect={setView}
      >
        {view === 'diff' ? (
          <ScrollBox className={styles.text} aria-label={STALE.diff}>
            {(differences.includes('cover') || differences.includes('files')) && (
              <dl className={styles.change}>
                {differences.includes('cover') && (
                  <Beside name={EDITOR.cover} theirs={coverName(theirs)} mine={coverName(mine)} />
                )}
                {differences.includes('files') && (
                  <Beside name={EDITOR.files} theirs={fileNames(theirs)} mine={fileNames(mine)} />
                )}
              </dl>
            )}
            <ul className={styles.diff}>
              {lines.map((line, index) => {
                const key = index
                return <Line key={key} {...line} />
              })}
            </ul>
          </ScrollBox>
        ) : (
          <TextView label={STALE[view]} text={view === 'mine' ? mine : theirs} />
        )}
      </Tabs>
    </>
  )
}
