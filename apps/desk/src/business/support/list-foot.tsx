import { type Meanwhile, MeanwhilePart } from '../../lib/list-form/meanwhile.tsx'
import { UnsavedPart } from '../../lib/list-form/unsaved-part.tsx'
import { SaveFoot } from '../save-foot.tsx'

interface ListFootProps {
  news: Meanwhile | null
  problem: string | null
  isPending: boolean
  isChanged: boolean
  reset: () => void
}

/** Footer of a list that is saved as a whole: conflict, error and buttons. */
export function ListFoot({ news, problem, isPending, isChanged, reset }: ListFootProps) {
  return (
    <>
      <MeanwhilePart news={news} onTake={reset} />
      <SaveFoot problem={problem} isPending={isPending}>
        <UnsavedPart isChanged={isChanged} isPending={isPending} reset={reset} />
      </SaveFoot>
    </>
  )
}
