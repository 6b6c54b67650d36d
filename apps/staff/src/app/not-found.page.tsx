import { Link } from '@podmoga/ui/lib/navigation'
import { readSession } from '@podmoga/web/session/stored-session'
import { useEffect } from 'react'
import { isRestaurantId, paths } from '../lib/paths.ts'
import { setTitle } from '../lib/title.ts'
import styles from './not-found.module.css'

/** The 404 page. */
export function NotFoundPage() {
  const restaurant = readSession()?.id
  useEffect(() => {
    setTitle('404 Not Found')
  }, [])
  return (
    <main className={styles.page}>
      <h1 lang="en">404 Not Found</h1>
      {restaurant !== undefined && isRestaurantId(restaurant) && (
        <Link href={paths.home(restaurant)}>На главную</Link>
      )}
    </main>
  )
}
