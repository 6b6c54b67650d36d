import { toast } from '@podmoga/ui/toast/toast'
import type { Feature } from '../../lib/feature.ts'

/** «Не решено»: notifies the agent who closed a ticket when the restaurant reopens it. */
export const reopening: Feature = {
  live:
    async () =>
    ({ me }) => ({
      onEvent: (event) => {
        if (event.name === 'unsolved' && event.data.closed_by === me)
          toast.info({
            title: `Тикет №${event.data.number}: «Не решено»`,
            text: 'Вы его закрыли, а ресторан вернул. Он снова ждёт ответа.',
          })
      },
    }),
}
