import { Button } from '@podmoga/ui/button/button'
import { toast } from '@podmoga/ui/toast/toast'
import type { Outbox } from '@podmoga/web/outbox/outbox'
import type { Scope } from '../../lib/scope.tsx'
import { OUTGOING } from '../list/outgoing.texts.ts'

/** Removes an unsent item; the toast offers to restore it with the same idempotency key, since it may have arrived. */
export const removeUnsent = (outbox: Pick<Outbox<Scope>, 'all' | 'add' | 'remove'>, id: string): void => {
  const item = outbox.all().find((one) => one.id === id)
  outbox.remove(id)
  if (item === undefined) return
  const about = `removed ${id}`
  const restore = () => {
    outbox.add(item, {}, item.state === 'waiting' ? 'waiting' : 'failed')
    toast.done(about)
  }
  toast.info({
    title: OUTGOING.removed,
    text: (
      <Button variant="secondary" size="s" onClick={restore}>
        {OUTGOING.bring_back}
      </Button>
    ),
    about,
  })
}
