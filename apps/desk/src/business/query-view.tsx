import { QueryView as AnyQueryView } from '@podmoga/web/query-view'
import type { ComponentProps, ReactNode } from 'react'
import { BUSINESS } from './business.texts.ts'

interface QueryViewProps<T> {
  query: ComponentProps<typeof AnyQueryView<T>>['query']
  children: (data: T) => ReactNode
}

/** What a query of the business found, or that it is still on its way, or why it did not come. */
export function QueryView<T>(props: QueryViewProps<T>) {
  return <AnyQueryView failed={BUSINESS.failed} {...props} />
}
