import {
  type AdminSettings,
  getAdminSettings,
  setAdminSettings as setCall,
} from '@podmoga/contract/desk/settings'
import type { SettingGroup } from '@podmoga/contract/settings.texts'
import type { SettingName } from '@podmoga/contract/settings-table'
import { toast } from '@podmoga/ui/toast/toast'
import { isRefusal } from '@podmoga/web/explain'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useForm } from '@podmoga/web/use-form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { useScope } from '../../lib/scope.tsx'
import { adminSettingsQuery, BUSINESS_ROOT } from '../business.api.ts'
import { setAdminSettings } from '../business.mutations.ts'
import { BUSINESS } from '../business.texts.ts'
import { keptChanges } from './kept-changes.ts'
import { draftOf, isSame, settingsIn, valuesIn } from './settings-draft.ts'

const VALUES = setCall.body.shape.values
type Values = z.output<typeof VALUES>

const partOf = <T extends object>(all: T, names: readonly string[]): Partial<T> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))) as Partial<T>

/**
 * The form of one settings group. Only changed fields are sent, so that two admins can change different fields at once.
 * Unsaved changes are restored on the next visit.
 */
export const useGroupForm = (group: SettingGroup, settings: AdminSettings) => {
  const { call, person } = useScope()
  const client = useQueryClient()
  const names = settingsIn(group)
  const there = draftOf(settings)
  const [kept] = useState(() => keptChanges.get(person, group, there))
  /** Base value of each field. */
  const [seen, setSeen] = useState(kept.seen)
  /** Fields changed both here and by another admin. */
  const [clashes, setClashes] = useState<readonly SettingName[]>([])
  const bound = useForm(VALUES, kept.typed, { toBody: (draft) => valuesIn(group, draft) })
  const { values, set, restart, say } = bound
  const now = useRef(values)
  now.current = values
  const { run, isPending, problem } = useSubmit({ refreshes: [BUSINESS_ROOT], onFields: say })
  const changed = names.filter((name) => !isSame(values[name], seen[name]))
  const others = names.filter((name) => !isSame(there[name], seen[name]))

  useEffect(() => keptChanges.keep(person, group, { changed, seen, values }))
  // React only to a new revision: right after a save the props still have the old values.
  const followed = useRef('')
  useEffect(() => {
    if (followed.current === settings.revision) return
    followed.current = settings.revision
    if (others.length === 0) return
    const untouched = others.filter((name) => !changed.includes(name))
    setClashes(others.filter((name) => changed.includes(name) && !isSame(values[name], there[name])))
    setSeen({ ...seen, ...partOf(there, others) })
    set(partOf(there, untouched))
  })

  const send = async (body: Values) => {
    const mine = partOf(body, changed)
    try {
      return await setAdminSettings(call, { revision: settings.revision, values: mine })
    } catch (error) {
      if (!isRefusal(error, 'stale_draft')) throw error
      const fresh = await call(getAdminSettings, {})
      const newer = draftOf(fresh)
      if (changed.every((name) => isSame(newer[name], seen[name])))
        return setAdminSettings(call, { revision: fresh.revision, values: mine })
      client.setQueryData(adminSettingsQuery(call).queryKey, fresh)
      return null
    }
  }
  const save = async (body: Values) => {
    const saved = await run(() => send(body))
    if (saved === null) return
    const newest = draftOf(saved)
    // Fields changed during the save are still unsaved.
    const since = names.filter((name) => !isSame(now.current[name], values[name]))
    client.setQueryData(adminSettingsQuery(call).queryKey, saved)
    setSeen(newest)
    setClashes([])
    restart({ ...newest, ...partOf(now.current, since) })
    toast.success({ title: BUSINESS.saved })
  }
  /** Discards the changes. */
  const reset = () => {
    setClashes([])
    restart(there)
  }
  return { ...bound, names, save, reset, isPending, problem, clashes, isChanged: changed.length > 0 }
}
