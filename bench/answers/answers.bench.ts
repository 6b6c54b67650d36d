import { closeTicket, sendDeskReply } from '@podmoga/contract/desk/tickets'
import { createTicket } from '@podmoga/contract/tickets'
import { listPastAnswers } from '@podmoga/contract/tickets/alike'
import { openWorld } from '@podmoga/server/testing'
import { seedWalls } from '../../apps/server/src/session/session.testing.ts'
import { isSame } from '../../apps/server/src/tickets/answers/bare-answer.ts'
import { type Bench, say } from '../bench.ts'
import { median, quantile, show } from '../lib/numbers.ts'
import { table } from '../report.ts'
import { readCases } from './cases.ts'

const GOAL = 0.7
const GREETINGS = ['Здравствуйте! ', 'Добрый день, A! ', '', 'A, здравствуйте. ', 'Доброе утро! ']

/** Measures how often the right answer is found among earlier tickets, on cases that were not used to tune the search. */
export const answers: Bench = {
  name: 'answers',
  title: '«Так уже отвечали»: верный ответ среди трёх',
  run: async () => {
    const world = await openWorld({
      RATE_LIMITS: 'off',
      ACCESS_TOKEN_SECONDS: '31536000',
      REQUESTS_PER_MINUTE: '1000000',
    })
    try {
      const walls = await seedWalls(world.sql)
      const staff = world.as({ token: await world.signIn(walls.A.login), restaurant_id: walls.r11 })
      const agent = world.as({ token: await world.signIn(walls.agent.login) })
      const write = async (initial_message: string) =>
        String((await staff(createTicket, { form: { category: 'other', initial_message } })).id)
      const cases = readCases()
      for (const { answer, closed } of cases)
        for (const [at, question] of closed.entries()) {
          const ticketId = await write(question)
          await agent(sendDeskReply, {
            params: { ticketId },
            form: { text: `${GREETINGS[at] ?? ''}${answer}` },
          })
          await agent(closeTicket, { params: { ticketId } })
        }
      await world.sql`analyze`
      const took: number[] = []
      const places: number[] = []
      for (const { answer, held } of cases)
        for (const question of held) {
          const ticketId = await write(question)
          const began = performance.now()
          const { results } = await agent(listPastAnswers, { params: { ticketId } })
          took.push(performance.now() - began)
          const place = results.findIndex(({ text }) => isSame(text, answer))
          places.push(place)
          if (place === -1) say(`missed: ${question}`)
        }
      const share = (most: number) =>
        places.filter((place) => place >= 0 && place < most).length / places.length
      return `${table(
        ['Закрытых', 'спрошено', 'верный первым', 'верный среди трёх', 'p50, мс', 'p95, мс'],
        [
          [
            String(cases.flatMap(({ closed }) => closed).length),
            String(places.length),
            `${show(share(1) * 100)} %`,
            `${show(share(3) * 100)} %`,
            show(median(took), 1),
            show(quantile(took, 0.95), 1),
          ],
        ],
      )}

Цель: среди трёх ≥ ${GOAL * 100} %.`
    } finally {
      await world.close()
    }
  },
}
