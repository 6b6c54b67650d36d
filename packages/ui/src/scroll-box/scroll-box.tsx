import type { ComponentProps } from 'react'

interface ScrollBoxProps extends ComponentProps<'section'> {
  /** What is inside, for those who hear it. */
  'aria-label': string
}

/** A part of the page that scrolls by itself: named, and within the keyboard's reach. Its class makes it scroll. */
export function ScrollBox(props: ScrollBoxProps) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows scroll only what has the focus
  return <section tabIndex={0} {...props} />
}
