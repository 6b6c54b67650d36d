import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { setTitle } from './title.ts'

/** Sets the document's title: «Новый тикет · Помощь». */
export function useTitle(title: string): void {
  useEffect(() => {
    setTitle(`${title} · Помощь`)
  }, [title])
}

interface PageHeadingProps {
  /** The document's title; may differ from the text. */
  title: string
  className?: string | undefined
  children: ReactNode
}

/** A heading rendered late, after its answer, must not take the focus from a field the user is typing in. */
const isWriting = (): boolean =>
  document.activeElement?.matches('main :is(textarea, input, [contenteditable])') === true

/** The page's h1. It takes the focus after a navigation, not on the first load. */
export function PageHeading({ title, className, children }: PageHeadingProps) {
  useTitle(title)
  const heading = useRef<HTMLHeadingElement>(null)
  const { key, pathname } = useLocation()
  const isFirst = key === 'default'
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each path, not for each render
  useEffect(() => {
    if (!(isFirst || isWriting())) heading.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
