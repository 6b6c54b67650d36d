import { createContext, type ReactNode } from 'react'

/** Content above the search results and the new-ticket form: a known incident may be what the user is about to ask about. */
export const Trouble = createContext<ReactNode>(null)
