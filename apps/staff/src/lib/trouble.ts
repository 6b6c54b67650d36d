import { createContext, type ReactNode } from 'react'

/** What stands over the search's answers and over a new ticket: it may already be known what somebody asks about. */
export const Trouble = createContext<ReactNode>(null)
