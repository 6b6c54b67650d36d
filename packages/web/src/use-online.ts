import { useSyncExternalStore } from 'react'
import { isOnline, onConnectivityChange } from './connectivity.ts'

/** Whether the server can be reached; on the server it can. */
export const useOnline = (): boolean => useSyncExternalStore(onConnectivityChange, isOnline, () => true)
