import { stored } from '@podmoga/web/stored'
import { useEffect, useState } from 'react'

const OPEN_KEY = 'desk:kb-open'

/** Expanded groups, kept in this browser; the parents of the current material are expanded automatically. */
export function useOpenGroups(lead: readonly string[]) {
  const [open, setOpen] = useState(() => new Set((stored.get(OPEN_KEY) ?? '').split(' ').filter(Boolean)))
  const way = lead.join(' ')
  useEffect(() => {
    if (way !== '') setOpen((now) => new Set([...now, ...way.split(' ')]))
  }, [way])
  useEffect(() => stored.set(OPEN_KEY, [...open].join(' ')), [open])
  const toggle = (key: string) =>
    setOpen((now) => new Set(now.has(key) ? [...now].filter((each) => each !== key) : [...now, key]))
  return { open, toggle, show: (key: string) => setOpen((now) => new Set([...now, key])) }
}
