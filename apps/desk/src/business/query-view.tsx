import { QueryView as AnyQueryView } from '@podmoga/web/query-view'
import type { ComponentProps, ReactNode } from 'react'
import { BUSINESS } from './business.texts.ts'

interface QueryViewProps<T> {
  query: ComponentProps<typeof AnyQueryView<T>>['query']
  children: (data: T) => ReactNode
}

/** Result of a query, or its loading or error state, with the administration's error text. */
export function QueryView<T>(props: QueryViewProps<T>) {
  return <AnyQueryView failed={BUSINESS.failed} {...props} />
}
