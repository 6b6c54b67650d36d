import type { ComponentProps } from 'react'

interface ScrollBoxProps extends ComponentProps<'section'> {
  /** Accessible name of the content. */
  'aria-label': string
}

/** A part of the page with its own scroll: named and focusable. Its class makes it scroll. */
export function ScrollBox(props: ScrollBoxProps) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll only the focused element
  return <section tabIndex={0} {...props} />
}
