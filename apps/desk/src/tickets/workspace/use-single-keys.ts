import { stored } from '@podmoga/web/stored'
import { useState } from 'react'

const KEY = 'desk:keys'

/** Whether single-letter hotkeys are on; kept on this device. */
export function useSingleKeys(): [isOn: boolean, turn: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => stored.get(KEY) !== 'off')
  const turn = (next: boolean) => {
    stored.set(KEY, next ? null : 'off')
    setOn(next)
  }
  return [isOn, turn]
}
