import { shrink } from './shrink.ts'

addEventListener('message', async ({ data }: MessageEvent<{ id: number; file: Blob; isAlways: boolean }>) => {
  const { id, file, isAlways } = data
  try {
    postMessage({ id, blob: await shrink(file, isAlways) })
  } catch (error) {
    postMessage({ id, problem: String(error) })
  }
})
