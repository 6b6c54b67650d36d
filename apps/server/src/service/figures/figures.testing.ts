import type { TestWorld } from '../../testing.ts'

/** Waits until all events are counted. */
export const counted = async ({ sql }: TestWorld): Promise<void> => {
  for (let tries = 0; tries < 600; tries += 1) {
    const [row] = await sql<{ behind: number }[]>`
      select count(*)::int as behind from businesses b left join figure_cursors k on k.business_id = b.id
      where k.walked_to is not null
        or exists (select from ticket_events where business_id = b.id and id > coalesce(k.seen, 0))`
    if (row?.behind === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('events are not counted')
}
