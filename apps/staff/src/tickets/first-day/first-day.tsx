import { listMaterials } from '@podmoga/contract/knowledge'
import { Button } from '@podmoga/ui/button/button'
import { Card } from '@podmoga/ui/card/card'
import { Link } from '@podmoga/ui/lib/navigation'
import { firstDay } from '@podmoga/web/first-day'
import { useQuery } from '@tanstack/react-query'
import { BellRing, BookOpen, Smartphone, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ringing } from '../../lib/notifications/notifications.ts'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import { shiftQuery } from '../shift/shift.api.ts'
import styles from './first-day.module.css'
import { FIRST_DAY } from './first-day.texts.ts'

const ANSWERS = 3

function Step({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className={styles.step}>
      {icon}
      <div>{children}</div>
    </li>
  )
}

function Answers() {
  const { restaurantId, call } = useScope()
  const { data = [] } = useQuery({
    queryKey: ['first day', restaurantId],
    queryFn: ({ signal }) => call(listMaterials, { query: { search: '' } }, { signal }),
    retry: false,
  })
  return (
    <ul>
      {data.slice(0, ANSWERS).map(({ id, title, section, subcategory }) => (
        <li key={id}>
          <Link href={`${paths.material(restaurantId, section, id)}?subcategory=${subcategory}`}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** On the home page of a new user, until dismissed: steps for the first day. */
export function FirstDay() {
  const scope = useScope()
  const [isOver, setOver] = useState(false)
  const people = useQuery({ ...shiftQuery(scope), retry: false }).data?.people ?? []
  if (isOver) return null
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  const rings = ringing()
  const end = () => {
    firstDay.end()
    setOver(true)
  }
  return (
    <Card as="section" aria-labelledby="first-day" className={styles.card}>
      <h2 id="first-day" className="t-h3">
        {FIRST_DAY.title}
      </h2>
      <ul className={styles.steps}>
        {!isInstalled && (
          <Step icon={<Smartphone size={20} aria-hidden />}>
            <p>{FIRST_DAY.home}</p>
            <p className="t-small t-muted">
              {rings === 'install' ? FIRST_DAY.home_apple : FIRST_DAY.home_other}
            </p>
          </Step>
        )}
        <Step icon={<BellRing size={20} aria-hidden />}>
          <Link href={paths.notices(scope.restaurantId)}>{FIRST_DAY.notices}</Link>
          <p className="t-small t-muted">{FIRST_DAY.notices_why}</p>
        </Step>
        <Step icon={<UsersRound size={20} aria-hidden />}>
          <Link href={paths.shift(scope.restaurantId)}>{FIRST_DAY.shift}</Link>
          <p className="t-small t-muted">{people.map(({ name }) => name).join(', ') || FIRST_DAY.nobody}</p>
        </Step>
        <Step icon={<BookOpen size={20} aria-hidden />}>
          <p>{FIRST_DAY.answers}</p>
          <Answers />
        </Step>
      </ul>
      <Button size="s" variant="secondary" className={styles.end} onClick={end}>
        {FIRST_DAY.done}
      </Button>
    </Card>
  )
}
