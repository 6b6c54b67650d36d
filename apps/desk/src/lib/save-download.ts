import type { Download } from '@podmoga/contract/desk/imports'

/** Gives the browser a file of an answer to save. */
export const saveDownload = ({ file_name, content_type, base64 }: Download): void => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  saveFile(file_name, new Blob([bytes], { type: content_type }))
}

/** Gives the browser a file to save. */
export const saveFile = (file_name: string, content: Blob): void => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = file_name
  link.click()
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(url))
}
