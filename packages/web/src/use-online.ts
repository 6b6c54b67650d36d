import { useSyncExternalStore } from 'react'
import { isOnline, onConnectivityChange } from './connectivity.ts'

/** Whether the server is reachable; always true in server rendering. */
export const useOnline = (): boolean => useSyncExternalStore(onConnectivityChange, isOnline, () => true)
