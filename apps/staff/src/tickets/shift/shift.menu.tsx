import { Link } from '@podmoga/ui/lib/navigation'
import { Handshake } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import { SHIFT } from './shift.texts.ts'

export function ShiftLink({ className }: { className: string | undefined }) {
  const { restaurantId } = useScope()
  return (
    <Link className={className} href={paths.shift(restaurantId)}>
      <Handshake size={20} aria-hidden />
      {SHIFT.title}
    </Link>
  )
}
