import { quoted } from '@podmoga/contract/fields/quoted'

/** Whether a file can still be read: it may be in a cloud, or was removed or changed since it was chosen. */
export const isThere = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

/** The message that names the unreadable files. */
export const goneText = (files: readonly { name: string }[]): string =>
  `Файл больше не открывается: ${files.map(({ name }) => quoted(name)).join(', ')}. Его удалили, изменили или он остался в облаке. Выберите его снова.`
