/** Longer than this nobody waits for a file. */
const PATIENCE_MS = 60_000

/** A file that the server has, as one of the person's own: to be sent again. Rejects when it does not open in time. */
export const loadFile = async (file: {
  file_url: string
  file_name: string
  content_type?: string | undefined
}): Promise<File> => {
  const answer = await fetch(file.file_url, { signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!answer.ok) throw new Error(`the file answered ${answer.status}`)
  const bytes = await answer.blob()
  return new File([bytes], file.file_name, { type: file.content_type ?? bytes.type })
}
