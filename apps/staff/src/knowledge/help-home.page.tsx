import { ButtonLink } from '@podmoga/ui/button/button'
import { Card } from '@podmoga/ui/card/card'
import page from '../app/page.module.css'
import { PageHeading } from '../app/page-heading.tsx'
import { paths } from '../app/paths.ts'
import { usePlace } from '../app/place.tsx'

export function HelpHomePage() {
  const { restaurantId } = usePlace()
  return (
    <div className={page.page}>
      <PageHeading title="Поиск">Поиск в базе знаний</PageHeading>
      <Card>
        <h2>Написать тикет</h2>
        <ButtonLink href={paths.newTicket(restaurantId)}>Открыть чат</ButtonLink>
      </Card>
    </div>
  )
}
