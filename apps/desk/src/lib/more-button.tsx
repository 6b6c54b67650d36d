import { Button, type ButtonProps } from '@podmoga/ui/button/button'

interface MoreButtonProps extends Pick<ButtonProps, 'size' | 'wide' | 'children'> {
  /** A paginated query. */
  of: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

/** Fetches the next page of a list; renders nothing on the last page. */
export function MoreButton({
  of: { hasNextPage, isFetchingNextPage, fetchNextPage },
  ...look
}: MoreButtonProps) {
  if (!hasNextPage) return null
  return (
    <Button
      {...look}
      variant="secondary"
      isPending={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    />
  )
}
