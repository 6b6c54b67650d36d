import { stored } from '@podmoga/web/stored'
import { useState } from 'react'

const KEY = 'desk:keys'

/** Whether single-letter hotkeys are on; kept on this device. */
export function useSingleKeys(): [isOn: boolean, change: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => stored.get(KEY) !== 'off')
  const change = (next: boolean) => {
    stored.set(KEY, next ? null : 'off')
    setOn(next)
  }
  return [isOn, change]
}
