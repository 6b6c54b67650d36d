import { MenuButton } from '@podmoga/ui/menu/menu-button'
import { stored } from '@podmoga/web/stored'
import { Check, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { COMPOSER } from './composer.texts.ts'

const KEY = 'desk:after-reply'

/** What to open after a reply is sent; kept on this device. */
export type SendWay = 'stay' | 'next'

export function useSendWay(): [way: SendWay, choose: (way: SendWay) => void] {
  const [way, setWay] = useState<SendWay>(() => (stored.get(KEY) === 'next' ? 'next' : 'stay'))
  const choose = (next: SendWay) => {
    stored.set(KEY, next === 'stay' ? null : next)
    setWay(next)
  }
  return [way, choose]
}

/** Menu with «Остаться» and «К следующему»; the current choice is marked. */
export function SendWayMenu({ way, onChoose }: { way: SendWay; onChoose: (way: SendWay) => void }) {
  const entry = (key: SendWay) => ({
    key,
    label: COMPOSER.after[key],
    icon: way === key ? <Check size={20} aria-hidden /> : undefined,
    onAction: () => onChoose(key),
  })
  return (
    <MenuButton
      label={COMPOSER.after_reply}
      menuLabel={COMPOSER.after_reply}
      variant="icon"
      placement="top end"
      trigger={<ChevronUp size={20} aria-hidden />}
      entries={[entry('stay'), entry('next')]}
    />
  )
}
