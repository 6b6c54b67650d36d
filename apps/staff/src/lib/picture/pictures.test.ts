// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { readyFiles } from './pictures.ts'

afterEach(() => vi.unstubAllGlobals())

const ready = async (...files: File[]) => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')))
  const { files: taken, problem } = await readyFiles(files)
  return { names: taken.map(({ name }) => name), problem }
}
const heic = (name: string) => new File([new Uint8Array([0, 0, 0, 24]), 'ftypheic', new Uint8Array(8)], name)
const gone = (name: string) => {
  const read = async () => Promise.reject(new DOMException('', 'NotReadableError'))
  return Object.assign(new File(['x'], name), { slice: () => ({ arrayBuffer: read }), arrayBuffer: read })
}

test('a HEIC is named in the error, whatever its file name; other undecodable files are sent unchanged', async () => {
  const { names, problem } = await ready(heic('IMG_1.HEIC'), heic('IMG_2.jpg'), new File(['x'], 'чек.jpg'))
  expect(names).toEqual(['чек.jpg'])
  expect(problem).toMatch(/^Снимок HEIC .*: «IMG_1\.HEIC», «IMG_2\.jpg»\./)
})

test('a file that the device does not give any more is named at once, a picture or not', async () => {
  const { names, problem } = await ready(gone('кухня.jpg'), gone('акт.pdf'), new File(['x'], 'счёт.pdf'))
  expect(names).toEqual(['счёт.pdf'])
  expect(problem).toMatch(/^Файл больше не открывается: «кухня\.jpg», «акт\.pdf»\./)
})
