import type { ReactNode } from 'react'

export interface PickerItem {
  key: string
  name: string
  /** Short text at the end of the row; searched too. */
  detail?: string | undefined
  icon?: ReactNode
}

export interface PickerListProps {
  label: string
  items: readonly PickerItem[]
  selected: string | null
  onSelect: (key: string) => void
  searchLabel?: string | undefined
  /** Number of items from which the list has a search field: a shorter list has none and is no higher than its rows. */
  searchFrom?: number | undefined
}
