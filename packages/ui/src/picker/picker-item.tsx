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
  /** How many items a search field is worth: fewer stand without one, in a list no higher than its rows. */
  searchFrom?: number | undefined
}
