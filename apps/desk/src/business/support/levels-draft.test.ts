import { ServiceLevels } from '@podmoga/contract/desk/service'
import { errorsOf } from '@podmoga/web/use-form'
import { expect, test } from 'vitest'
import { draftOf, levelsOf } from './levels-draft.ts'

const KEPT = {
  version: '1',
  usual_week: null,
  days_off: [],
  restaurants: [],
  targets: [
    {
      name: 'Все',
      priority: null,
      category: null,
      restaurant_ids: [],
      first_minutes: 60,
      next_minutes: null,
      solution_minutes: null,
    },
  ],
  shifts: [{ zone: 'Asia/Tashkent', week: null, is_zone_known: true }],
}

test('what was kept comes back as it was, and what is wrong is said of its own field', () => {
  const draft = draftOf(KEPT)
  const { targets, shifts } = KEPT
  expect(levelsOf(draft)).toEqual({ targets, shifts: shifts.map(({ zone, week }) => ({ zone, week })) })
  const errors = (minutes: string) =>
    errorsOf(
      ServiceLevels,
      levelsOf({ ...draft, targets: draft.targets.map((one) => ({ ...one, first_minutes: minutes })) }),
    )['targets 0 first_minutes']
  expect(errors('')).toBe(undefined)
  expect(errors('0')).toBe('Не меньше 1')
  expect(errors('1,5')).toBe('Нужно целое число')
  expect(errors('час')).toBe('Нужно целое число')
  expect(errors('5256000')).toMatch(/^Не больше 525/)
  const week = ['9-18', '', '', '', '', '', '']
  const wrong = levelsOf({
    ...draft,
    shifts: draft.shifts.map((one) => ({ ...one, as_settings: false, week })),
  })
  expect(errorsOf(ServiceLevels, wrong)['shifts 0 week 0']).toMatch(/^Часы в виде/)
})
