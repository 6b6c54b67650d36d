import { TriggerContent, type TriggerLooks, triggerClass } from '../popover/trigger.tsx'
import type { PickerItem } from './picker-item.tsx'
import { usePicker } from './use-picker.tsx'

interface PickerButtonProps extends TriggerLooks {
  /** Title of the list. */
  listLabel: string
  items: readonly PickerItem[]
  selected: string | null
  onSelect: (key: string) => void
  searchLabel?: string
  title?: string
}

const SEARCH_FROM = 8

/** A button that opens a list, searchable when it is long: the same list as Picker, outside a form. */
export function PickerButton({
  listLabel,
  items,
  selected,
  onSelect,
  searchLabel,
  title,
  ...looks
}: PickerButtonProps) {
  const { triggerProps, overlay } = usePicker({
    label: listLabel,
    items,
    selected,
    onSelect,
    searchLabel,
    searchFrom: SEARCH_FROM,
  })
  return (
    <>
      <button {...triggerProps} aria-label={looks.label} title={title} className={triggerClass(looks)}>
        <TriggerContent {...looks} />
      </button>
      {overlay}
    </>
  )
}
