import { useSyncExternalStore } from 'react'
import { isReached, onReachChange } from './reach.ts'

/** Whether the server can be reached; on the server it can. */
export const useReached = (): boolean => useSyncExternalStore(onReachChange, isReached, () => true)
