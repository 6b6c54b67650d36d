import type { ThesaurusGroup } from '@podmoga/contract/desk/knowledge'
import { Button } from '@podmoga/ui/button/button'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { TextField } from '@podmoga/ui/field/text-field'
import { QueryView } from '@podmoga/web/query-view'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import styles from '../gaps/gaps.module.css'
import { switchThesaurus, thesaurusQuery } from '../knowledge.api.ts'
import { THESAURUS } from '../knowledge.texts.ts'

/** Number of groups shown at first, and added by each "show more". */
const STEP = 20

const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е').trim()

/** Groups with a word containing the typed text; all groups for an empty text. */
const groupsWith = (groups: readonly ThesaurusGroup[], typed: string): readonly ThesaurusGroup[] => {
  const sought = plain(typed)
  return sought === ''
    ? groups
    : groups.filter(({ words, means, area }) =>
        [...words, ...means, area].some((word) => plain(word).includes(sought)),
      )
}

function Switch({ group, isOn }: { group: ThesaurusGroup; isOn: boolean }) {
  const { call } = useScope()
  const client = useQueryClient()
  const [wanted, setWanted] = useState<boolean | null>(null)
  const { run } = useSubmit({ toast: THESAURUS.switch_failed })
  const toggle = async (on: boolean) => {
    setWanted(on)
    await run(async () => {
      await switchThesaurus(call, group.id, on)
      const { queryKey } = thesaurusQuery(call)
      // A fetch started before the switch must not overwrite it.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (now) => {
        if (now === undefined) return now
        const off = now.off.filter((id) => id !== group.id)
        return { ...now, off: on ? off : [...off, group.id] }
      })
    })
    setWanted(null)
  }
  return (
    <Checkbox
      checked={wanted ?? isOn}
      onChange={(event) => {
        if (wanted === null) void toggle(event.target.checked)
      }}
    >
      {group.words.join(', ')}
      {group.means.length > 0 && (
        <span className="t-muted">
          {' '}
          ({THESAURUS.means}: {group.means.join(', ')})
        </span>
      )}
    </Checkbox>
  )
}

/** The built-in thesaurus: searchable, groups can be switched off but not edited. */
export function ThesaurusPart() {
  const { call } = useScope()
  const query = useQuery(thesaurusQuery(call))
  const groups = query.data?.groups
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState(STEP)
  const heading = useId()
  const found = useMemo(() => groupsWith(groups ?? [], typed), [groups, typed])
  return (
    <section aria-labelledby={heading} className={styles.thesaurus}>
      <h2 id={heading} className="t-h3">
        {THESAURUS.title}
      </h2>
      <p className="t-muted">{THESAURUS.hint}</p>
      <QueryView query={query} failed={THESAURUS.failed}>
        {(data) => (
          <>
            <TextField
              type="search"
              label={THESAURUS.search}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value)
                setShown(STEP)
              }}
            />
            <p role="status" className="t-small t-muted">
              {found.length === 0 ? THESAURUS.nothing_found : `Групп: ${found.length}`}
            </p>
            <ul className={styles.switches}>
              {found.slice(0, shown).map((group) => (
                <li key={group.id}>
                  <Switch group={group} isOn={!data.off.includes(group.id)} />
                </li>
              ))}
            </ul>
            {found.length > shown && (
              <div>
                <Button variant="secondary" onClick={() => setShown(shown + STEP)}>
                  {THESAURUS.more}
                </Button>
              </div>
            )}
          </>
        )}
      </QueryView>
    </section>
  )
}
