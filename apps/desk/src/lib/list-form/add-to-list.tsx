import { LIST_LIMITS } from '@podmoga/contract/fields/list-limits'
import { Button, type ButtonProps } from '@podmoga/ui/button/button'
import { Plus } from 'lucide-react'
import { useId } from 'react'

interface AddToListProps {
  list: keyof typeof LIST_LIMITS
  /** How many there are. */
  of: number
  variant?: ButtonProps['variant']
  onAdd: () => void
  children: string
}

/** «Добавить» under a list that is saved as a whole: where it is full, it says so before a save is refused. */
export function AddToList({ list, of, variant = 'secondary', onAdd, children }: AddToListProps) {
  const { max, said } = LIST_LIMITS[list]
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
          {said}
        </span>
      )}
    </>
  )
}
