import { Button, type ButtonProps } from '@podmoga/ui/button/button'

interface MoreButtonProps extends Pick<ButtonProps, 'size' | 'wide' | 'children'> {
  /** A list that comes page by page. */
  of: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

/** Asks for the next page of a list; nothing where there is none. */
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
