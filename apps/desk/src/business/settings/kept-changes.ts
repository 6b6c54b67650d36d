import type { SettingGroup } from '@podmoga/contract/settings.texts'
import { z } from 'zod'
import { keptWords } from '../../lib/kept-words.ts'
import { type Draft, settingsIn } from './settings-draft.ts'

/** Base and typed value by setting name. Another release may have written other names and types. */
const Left = z.record(z.string(), z.object({ was: z.unknown(), typed: z.unknown() }))

const nameOf = (group: SettingGroup) => `settings-${group}`
const isLike = (one: unknown, other: unknown): boolean =>
  typeof one === typeof other && Array.isArray(one) === Array.isArray(other)

/** A person's unsaved changes of a settings group, kept in this browser. */
export const keptChanges = {
  /** `there`: the server's values. */
  get: (person: string, group: SettingGroup, there: Draft) => {
    const was: Record<string, unknown> = {}
    const typed: Record<string, unknown> = {}
    try {
      const left = Left.parse(JSON.parse(keptWords.get(person, nameOf(group))))
      for (const name of settingsIn(group)) {
        const one = left[name]
        if (one === undefined || ![one.was, one.typed].every((value) => isLike(value, there[name]))) continue
        was[name] = one.was
        typed[name] = one.typed
      }
    } catch {
      // Nothing kept, or an unknown format.
    }
    return { seen: { ...there, ...was } as Draft, typed: { ...there, ...typed } as Draft }
  },
  keep: (
    person: string,
    group: SettingGroup,
    { changed, seen, values }: { changed: readonly (keyof Draft)[]; seen: Draft; values: Draft },
  ): void => {
    const left = Object.fromEntries(changed.map((name) => [name, { was: seen[name], typed: values[name] }]))
    keptWords.keep(person, nameOf(group), changed.length === 0 ? '' : JSON.stringify(left))
  },
}
