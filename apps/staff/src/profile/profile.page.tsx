import { Loading } from '@podmoga/ui/loading/loading'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { useQuery } from '@tanstack/react-query'
import page from '../app/page.module.css'
import { PageHeading } from '../app/page-heading.tsx'
import { usePlace } from '../app/place.tsx'
import { profileQuery } from './profile.api.ts'

export function ProfilePage() {
  const { data, isPending } = useQuery(profileQuery(usePlace()))
  return (
    <div className={page.page}>
      <PageHeading title="Данные вашего профиля">Данные вашего профиля</PageHeading>
      <Loading isLoading={isPending} skeleton={<Skeleton width={200} />}>
        <p>{data?.first_name}</p>
      </Loading>
    </div>
  )
}
