import { shrink } from './shrink.ts'

addEventListener('message', async ({ data }: MessageEvent<{ id: number; file: Blob }>) => {
  const { id, file } = data
  try {
    postMessage({ id, blob: await shrink(file) })
  } catch (error) {
    postMessage({ id, problem: String(error) })
  }
})
