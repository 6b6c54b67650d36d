import { LIST_LIMITS } from '@podmoga/contract/fields/list-limits'
import { Button, type ButtonProps } from '@podmoga/ui/button/button'
import { Plus } from 'lucide-react'
import { useId } from 'react'

interface AddToListProps {
  list: keyof typeof LIST_LIMITS
  /** Current length of the list. */
  of: number
  variant?: ButtonProps['variant']
  onAdd: () => void
  children: string
}

/** «Добавить» under a list that is saved as a whole. Disabled with an explanation when the list is full. */
export function AddToList({ list, of, variant = 'secondary', onAdd, children }: AddToListProps) {
  const { max, message } = LIST_LIMITS[list]
  const isFull = of >= max
  const id = useId()
  return (
    <>
      <Button
        variant={variant}
        icon={<Plus size={20} aria-hidden />}
        disabled={isFull}
        data-adds
        {...(isFull && { 'aria-describedby': id })}
        onClick={onAdd}
      >
        {children}
      </Button>
      {isFull && (
        <span id={id} className="t-small t-muted">
          {message}
        </span>
      )}
    </>
  )
}
