import { getGroups } from '@podmoga/contract/desk/groups'
import type { Answer } from '@podmoga/contract/endpoint'
import { APPEAL_TYPES } from '@podmoga/contract/fields/choices'
import { Select } from '@podmoga/ui/select/select'
import { QueryView } from '@podmoga/web/query-view'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { ServicePage } from '../service-page.tsx'
import { SERVICE } from '../service-pages.ts'
import styles from './groups.module.css'
import { GROUPS } from './groups.texts.ts'

type Known = Answer<typeof getGroups>

const listed = (names: readonly string[], none: string): string =>
  names.length === 0 ? none : names.join(', ')

/** Label and value pairs describing a group. */
const factsOf = (
  { member_ids, restaurant_ids, restaurant_groups = [], categories, way, most }: Known['groups'][number],
  { agents, restaurants }: Known,
): readonly [string, string][] => [
  [
    GROUPS.members,
    listed(
      agents
        .filter(({ id }) => member_ids.includes(id))
        .map(({ name, state }) => GROUPS.member(name, GROUPS.state[state])),
      GROUPS.nobody,
    ),
  ],
  [
    GROUPS.restaurants,
    listed(
      [
        ...restaurants.filter(({ id }) => restaurant_ids.includes(id)).map(({ name }) => name),
        ...restaurant_groups.map(GROUPS.group),
      ],
      GROUPS.all_restaurants,
    ),
  ],
  [
    GROUPS.categories,
    listed(
      APPEAL_TYPES.filter(({ key }) => categories.includes(key)).map(({ name }) => name),
      GROUPS.all_categories,
    ),
  ],
  [GROUPS.way, most === null ? GROUPS.ways[way] : GROUPS.most(GROUPS.ways[way], most)],
]

/** Ticket groups, read-only, for agents. */
export function GroupsPage() {
  const { call, me } = useScope()
  /** Empty until another business is chosen: the server's default. */
  const [business, setBusiness] = useState('')
  const query = useQuery({
    queryKey: ['service groups', business],
    queryFn: ({ signal }) => call(getGroups, { query: business === '' ? {} : { business } }, { signal }),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
  const businesses = query.data?.businesses ?? []
  return (
    <ServicePage title={SERVICE.groups}>
      <p className="t-muted">{GROUPS.hint}</p>
      {businesses.length > 1 && (
        <Select
          label={GROUPS.business}
          options={businesses.map(({ id, name }) => ({ key: id, name }))}
          value={business || (businesses[0]?.id ?? '')}
          onChange={({ target }) => setBusiness(target.value)}
        />
      )}
      <QueryView query={query} failed={GROUPS.failed}>
        {(known) =>
          known.groups.length === 0 ? (
            <p>{GROUPS.none}</p>
          ) : (
            <ul className={styles.list}>
              {known.groups.map((group, at) => (
                <li key={group.id}>
                  <h2>{GROUPS.title(at + 1, group.name)}</h2>
                  {group.member_ids.includes(me.id) && <p className="t-small">{GROUPS.mine}</p>}
                  <dl className={styles.facts}>
                    {factsOf(group, known).map(([word, text]) => (
                      <div key={word}>
                        <dt>{word}</dt>
                        <dd>{text}</dd>
                      </div>
                    ))}
                  </dl>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </ServicePage>
  )
}
