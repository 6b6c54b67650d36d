import { SEARCH_MAX } from '@podmoga/contract/fields/limits'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { boundHint } from '@podmoga/ui/field/search-field'
import { TextField } from '@podmoga/ui/field/text-field'
import { useIsPhone } from '@podmoga/ui/lib/use-media'
import { Picker } from '@podmoga/ui/picker/picker'
import { Select } from '@podmoga/ui/select/select'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { CHIPS } from '../../lib/chosen-chips.texts.ts'
import { ChosenChips } from '../../lib/chosen-chips.tsx'
import styles from '../business.module.css'
import { ANY, type useAddressFilter } from '../people/use-address-filter.ts'

/** A filter of a list. */
export interface Narrow<N extends string> {
  /** Its name in the URL. */
  name: N
  label: string
  /** Label of the "no filter" option. */
  any: string
  values: readonly { key: string; name: string }[]
  /** There may be thousands of values: use a searchable picker. */
  isLong?: boolean
  /** Label of the search field. */
  find?: string | undefined
}

interface NarrowingProps<N extends string>
  extends Pick<ReturnType<typeof useAddressFilter<N | 'search'>>, 'filter' | 'set'> {
  search: string
  searchHint?: string | undefined
  by: readonly Narrow<N>[]
  /** Rendered beside the filters. */
  children?: ReactNode
}

type FieldProps<N extends string> = Pick<NarrowingProps<N>, 'filter' | 'set'> & { narrow: Narrow<N> }

function NarrowField<N extends string>({ filter, set, narrow }: FieldProps<N>) {
  const { name, label, any, values, isLong = false, find } = narrow
  const value = filter[name]
  const isKnown = value === '' || values.some(({ key }) => key === value)
  const items = [{ key: ANY, name: any }, ...values, ...(isKnown ? [] : [{ key: value, name: value }])]
  const field = { label, value: value || ANY }
  if (isLong) return <Picker {...field} searchLabel={find} items={items} onChange={(key) => set(name, key)} />
  return <Select {...field} options={items} onChange={({ target }) => set(name, target.value)} />
}

/** Search and filters of a list. On a phone the filters are behind one button. */
export function Narrowing<N extends string>(props: NarrowingProps<N>) {
  const { filter, set, search, searchHint, by, children } = props
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  const chips = by.flatMap(({ name, label, values }) => {
    const value = filter[name]
    if (value === '') return []
    const known = values.find(({ key }) => key === value)
    return [{ key: name, filter: label, name: known?.name ?? value, onDrop: () => set(name, '') }]
  })
  const dropAll = () => {
    const [first, ...others] = by.map(({ name }) => name)
    if (first !== undefined) set(first, '', others)
  }
  const fields = by.map((narrow) => (
    <NarrowField key={narrow.name} filter={filter} set={set} narrow={narrow} />
  ))
  const field = (
    <TextField
      type="search"
      label={search}
      placeholder={searchHint}
      maxLength={SEARCH_MAX}
      hint={boundHint(filter.search, SEARCH_MAX)}
      value={filter.search}
      onChange={(event) => set('search', event.target.value)}
    />
  )
  if (!isPhone)
    return (
      <div className={styles.narrowing}>
        <div className={styles.filters}>
          {field}
          {fields}
        </div>
        {children}
      </div>
    )
  return (
    <>
      {field}
      <div className={styles.actions}>
        <Button
          variant="secondary"
          size="s"
          icon={<SlidersHorizontal size={20} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {chips.length === 0 ? CHIPS.filters : CHIPS.filters_count(chips.length)}
        </Button>
        {children}
      </div>
      <ChosenChips chips={chips} />
      {isOpen && (
        <Dialog title={CHIPS.filters} onClose={() => setOpen(false)}>
          <div className={styles.stack}>{fields}</div>
          <DialogActions>
            <Button variant="secondary" onClick={dropAll}>
              {CHIPS.drop_all}
            </Button>
            <Button onClick={() => setOpen(false)}>{CHIPS.done}</Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
