import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '../toast/toast.tsx'
import { copyText } from './copy-text.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each([
  ['a page on plain http has no clipboard', {}],
  ['the person says no', { clipboard: { writeText: () => Promise.reject(new DOMException('no')) } }],
])('%s: the text itself is shown, to be copied by hand', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  const shown = vi.spyOn(toast, 'danger').mockImplementation(() => undefined)
  await copyText('ключ-1', 'Скопировано')
  expect(shown).toHaveBeenCalledWith({ title: 'ключ-1' })
})
