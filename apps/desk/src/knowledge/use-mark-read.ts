import { readSignals } from '@podmoga/contract/desk/signals'
import { useEffect } from 'react'
import { useScope } from '../lib/scope.tsx'

/**
 * Marks the editor's notifications about what they are viewing as read, on all devices: a material, or the list of due
 * materials (null). Runs again when `news`, which identifies the shown state, changes; undefined: not loaded yet.
 */
export const useMarkRead = (material: string | null, news: string | undefined): void => {
  const { call } = useScope()
  useEffect(() => {
    // On failure the notification stays until the next view.
    if (news !== undefined) void call(readSignals, { body: { material } }).catch(() => null)
  }, [call, material, news])
}
