/** Timeout of the download. */
const PATIENCE_MS = 60_000

/** Downloads a file of the server to send it again. Rejects on an error status or after {@link PATIENCE_MS}. */
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
