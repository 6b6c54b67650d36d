import { FigureBy, type FiguresAnswer } from '@podmoga/contract/desk/figures'
import { Refusal } from '@podmoga/contract/refusals'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { FieldError } from '@podmoga/ui/field/field'
import { TextField } from '@podmoga/ui/field/text-field'
import { Link } from '@podmoga/ui/lib/navigation'
import { Pager } from '@podmoga/ui/pager/pager'
import { Picker } from '@podmoga/ui/picker/picker'
import { Select } from '@podmoga/ui/select/select'
import { usePastEnd } from '@podmoga/web/paging/past-end'
import { QueryView } from '@podmoga/web/query-view'
import { useSearchParams } from '@podmoga/web/router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { ServicePage } from '../service-page.tsx'
import { SERVICE } from '../service-pages.ts'
import { ExportButtons } from './export-buttons.tsx'
import { FigureChart } from './figure-chart.tsx'
import { FigureTable } from './figure-table.tsx'
import { figuresQuery } from './figures.api.ts'
import styles from './figures.module.css'
import { isOfAgents, lastDays, measuresOf, shown, whoseFigures } from './figures.rules.ts'
import { BY, FIGURES, MORE, PERIODS } from './figures.texts.ts'
import { WeeklyLetter } from './weekly-letter.tsx'

const NAMES = ['period', 'from', 'to', 'by', 'restaurant', 'whose', 'page'] as const
type Name = (typeof NAMES)[number]

/** The query is in the URL, so that a link shows the same. */
function useAsked() {
  const { me } = useScope()
  const [params, setParams] = useSearchParams()
  const of = Object.fromEntries(NAMES.map((name) => [name, params.get(name) ?? ''])) as Record<Name, string>
  const { is_own, mayChoose, whose } = whoseFigures(me.roles, of.whose)
  const period = PERIODS.some(({ key }) => key === of.period) ? of.period : '28'
  const last = lastDays(period === 'own' ? 28 : Number(period), new Date())
  const days = period === 'own' ? { from: of.from || last.from, to: of.to || last.to } : last
  const ways = FigureBy.options.filter((by) => !isOfAgents(by) || (me.roles.includes('admin') && !is_own))
  const by = ways.find((way) => way === of.by) ?? 'day'
  const set = (change: Partial<Record<Name, string>>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('page')
        for (const [name, value] of Object.entries(change))
          if (value === '') next.delete(name)
          else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const { restaurant, page } = of
  return {
    asked: { ...days, by, restaurant, page },
    period,
    ways,
    is_own,
    mayChoose,
    whose,
    set,
    page: Number(page) || 1,
    hrefOf: (to: number): string => {
      const next = new URLSearchParams(params)
      next.set('page', String(to))
      return `/service?${next}`
    },
  }
}
type Asked = ReturnType<typeof useAsked>

function Filters({
  asked,
  period,
  ways,
  is_own,
  mayChoose,
  set,
  restaurants,
}: Asked & Pick<FiguresAnswer, 'restaurants'>) {
  return (
    <div className={styles.filters}>
      <Select
        label={FIGURES.period}
        options={PERIODS}
        value={period}
        onChange={({ target }) => set({ period: target.value, from: asked.from, to: asked.to })}
      />
      {period === 'own' && (
        <>
          <TextField
            type="date"
            label={FIGURES.from}
            value={asked.from}
            onChange={({ target }) => set({ from: target.value })}
          />
          <TextField
            type="date"
            label={FIGURES.to}
            value={asked.to}
            onChange={({ target }) => set({ to: target.value })}
          />
        </>
      )}
      <Select
        label={FIGURES.by}
        options={ways.map((key) => ({ key, name: BY[key] }))}
        value={asked.by}
        onChange={({ target }) => set({ by: target.value })}
      />
      {restaurants.length > 1 && (
        <Picker
          label={FIGURES.restaurant}
          items={[
            { key: 'all', name: FIGURES.all },
            ...restaurants.map(({ id, name }) => ({ key: id, name })),
          ]}
          value={asked.restaurant || 'all'}
          onChange={(id) => set({ restaurant: id === 'all' ? '' : id })}
        />
      )}
      {mayChoose && (
        <Select
          label={FIGURES.whose}
          options={[
            { key: 'all', name: FIGURES.whose_all },
            { key: 'own', name: FIGURES.whose_own },
          ]}
          value={is_own ? 'own' : 'all'}
          onChange={({ target }) => set({ whose: target.value })}
        />
      )}
    </div>
  )
}

function Totals({
  answer,
  is_own,
  hrefOf,
}: {
  answer: FiguresAnswer
  is_own: boolean
  hrefOf: (what: string) => string
}) {
  const { totals, previous } = answer
  return (
    <dl className={styles.totals}>
      {measuresOf(is_own).map((measure) => {
        const { key, name, of, what } = measure
        const text = shown(measure, of(totals))
        return (
          <div key={key}>
            <dt>{name}</dt>
            <dd>
              {what === null || of(totals) === null ? text : <Link href={hrefOf(what)}>{text}</Link>}
              <span className={`${styles.was} t-small t-muted`}>
                {FIGURES.was(shown(measure, of(previous)))}
              </span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Now({ waiting, gaps }: FiguresAnswer) {
  const { me } = useScope()
  return (
    <dl className={styles.totals}>
      <div>
        <dt>{MORE.waiting}</dt>
        <dd>{me.roles.includes('agent') ? <Link href="/?tab=waiting">{waiting}</Link> : waiting}</dd>
      </div>
      {gaps !== null && (
        <div>
          <dt>{MORE.gaps}</dt>
          <dd>{me.roles.includes('editor') ? <Link href="/kb/gaps">{gaps}</Link> : gaps}</dd>
        </div>
      )}
    </dl>
  )
}

function Found({ answer, state }: { answer: FiguresAnswer; state: Asked }) {
  const { asked, is_own, hrefOf, page } = state
  const measures = measuresOf(is_own, asked.by)
  const [chosen, choose] = useState('')
  const measure = measures.find(({ key }) => key === chosen) ?? measures[0]
  const behind = (more: Record<string, string>): string => {
    const { from, to, restaurant } = asked
    const all = {
      from,
      to,
      ...(restaurant && { restaurant }),
      ...(state.whose && { whose: state.whose }),
      ...more,
    }
    return `/service/tickets?${new URLSearchParams(all)}`
  }
  const rowHref = (what: string, key: string): string =>
    behind({ what, ...(asked.by === 'day' ? { from: key, to: key } : { [asked.by]: key }) })
  return (
    <div className={styles.found}>
      {!answer.is_counted && <p role="status">{FIGURES.counting}</p>}
      <h2>{FIGURES.now}</h2>
      <Now {...answer} />
      <h2>{FIGURES.totals}</h2>
      <Totals answer={answer} is_own={is_own} hrefOf={(what) => behind({ what })} />
      <h2>{BY[asked.by]}</h2>
      {answer.rows.length === 0 || measure === undefined ? (
        <EmptyState text={FIGURES.empty} />
      ) : (
        <>
          <div className={styles.filters}>
            <Select
              label={FIGURES.chart}
              options={measures}
              value={measure.key}
              onChange={({ target }) => choose(target.value)}
            />
          </div>
          <FigureChart rows={answer.rows} by={asked.by} measure={measure} />
          <FigureTable rows={answer.rows} by={asked.by} measures={measures} hrefOf={rowHref} />
          <ExportButtons asked={asked} is_own={is_own} />
          <Pager page={page} totalPages={answer.total_pages} hrefOf={hrefOf} />
        </>
      )}
    </div>
  )
}

/** Support figures. Admins see everything, managers their restaurants, agents their own and totals without colleagues. */
export function FiguresPage() {
  const { call, me } = useScope()
  const state = useAsked()
  const query = useQuery(figuresQuery(call, state.is_own, state.asked))
  usePastEnd(state.page, query, state)
  const { error } = query
  const wrong =
    error instanceof Refusal && error.code === 'invalid' ? [...new Set(Object.values(error.fields))] : []
  return (
    <ServicePage title={SERVICE.figures} isWide>
      <p className="t-muted">{FIGURES.hint}</p>
      <Filters {...state} restaurants={query.data?.restaurants ?? []} />
      {wrong.length > 0 ? (
        <div role="alert">
          {wrong.map((text) => (
            <FieldError key={text}>{text}</FieldError>
          ))}
        </div>
      ) : (
        <QueryView query={query} failed={FIGURES.failed}>
          {(answer) => <Found answer={answer} state={state} />}
        </QueryView>
      )}
      {me.roles.includes('admin') && !state.is_own && <WeeklyLetter />}
    </ServicePage>
  )
}
