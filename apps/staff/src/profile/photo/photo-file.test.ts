import { afterEach, expect, test, vi } from 'vitest'
import { unreadable } from './photo-file.ts'

afterEach(() => vi.unstubAllGlobals())

test('what cannot be drawn is no picture, or is gone since it was chosen', async () => {
  const draw = vi.fn(async (): Promise<object> => ({ close: () => undefined }))
  vi.stubGlobal('createImageBitmap', draw)
  const file = new File(['x'], 'я.jpg')
  expect(await unreadable(file)).toBeNull()
  draw.mockRejectedValue(new DOMException('', 'InvalidStateError'))
  expect(await unreadable(file)).toBe('type')
  const slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) })
  expect(await unreadable(Object.assign(file, { slice }))).toBe('gone')
})
