import type { Download } from '@podmoga/contract/desk/imports'

/** Offers a file from an API answer for saving. */
export const saveDownload = ({ file_name, content_type, base64 }: Download): void => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  saveFile(file_name, new Blob([bytes], { type: content_type }))
}

/** Offers a file for saving. */
export const saveFile = (file_name: string, content: Blob): void => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = file_name
  link.click()
  // By the next task the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url))
}
