import type { AdminSettings } from '@podmoga/contract/desk/settings'
import { SETTING_TEXTS, type SettingGroup } from '@podmoga/contract/settings.texts'
import {
  type OwnSettings,
  SETTING_NAMES,
  SETTINGS,
  type SettingKind,
  type SettingName,
  type SettingOf,
} from '@podmoga/contract/settings-table'
import { typedWeek, weekOf } from '../restaurants/week.ts'

/** Names of the settings in a group. */
export const settingsIn = (group: SettingGroup): SettingName[] =>
  SETTING_NAMES.filter((name) => SETTING_TEXTS[name].group === group)

/** Form values as typed; empty means the installation's default. */
export type Draft = Record<SettingOf<'line' | 'number' | 'bytes'>, string> &
  Record<SettingOf<'week' | 'days'>, string[]> &
  Record<SettingOf<'flag'>, boolean>

type Changes = { [Name in keyof OwnSettings]: OwnSettings[Name] | null }

const MEGABYTE = 1024 * 1024

const numberIn = (text: string): number => Number(text.trim().replace(',', '.'))

/** Conversion of each kind between the contract's values and form values. */
const FORMS: {
  [Kind in SettingKind]: {
    typed: (value: AdminSettings['values'][SettingOf<Kind>], isOwn: boolean) => Draft[SettingOf<Kind>]
    value: (typed: Draft[SettingOf<Kind>]) => Changes[SettingOf<Kind>]
  }
} = {
  line: {
    typed: (value, isOwn) => (isOwn ? value : ''),
    value: (typed) => typed.trim() || null,
  },
  number: {
    typed: (value, isOwn) => (isOwn ? String(value) : ''),
    value: (typed) => (typed.trim() === '' ? null : numberIn(typed)),
  },
  bytes: {
    typed: (value, isOwn) =>
      isOwn ? String(Math.round((value / MEGABYTE) * 10) / 10).replace('.', ',') : '',
    value: (typed) => (typed.trim() === '' ? null : Math.round(numberIn(typed) * MEGABYTE)),
  },
  flag: { typed: (value) => value, value: (typed) => typed || null },
  week: { typed: typedWeek, value: weekOf },
  days: { typed: (value) => [...value], value: (typed) => (typed.length === 0 ? null : typed) },
}

// TypeScript cannot relate a name to its kind; the table does.
const formOf = (name: keyof Draft) =>
  FORMS[SETTINGS[name].kind] as {
    typed: (value: unknown, isOwn: boolean) => unknown
    value: (typed: unknown) => unknown
  }

export const draftOf = ({ values, own }: Pick<AdminSettings, 'values' | 'own'>): Draft =>
  Object.fromEntries(
    SETTING_NAMES.map((name) => [name, formOf(name).typed(values[name], own.includes(name))]),
  ) as Draft

/** Converts to the contract's values; null means the installation's default. */
export const valuesOf = (draft: Draft): Changes =>
  Object.fromEntries(SETTING_NAMES.map((name) => [name, formOf(name).value(draft[name])])) as Changes

/** Whether two form values are equal. */
export const isSame = (one: Draft[keyof Draft], other: Draft[keyof Draft]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Values of one group only: other groups are not sent. */
export const valuesIn = (group: SettingGroup, draft: Draft): Partial<Changes> => {
  const own: readonly string[] = settingsIn(group)
  return Object.fromEntries(Object.entries(valuesOf(draft)).filter(([name]) => own.includes(name)))
}
