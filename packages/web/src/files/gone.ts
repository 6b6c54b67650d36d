import { quoted } from '@podmoga/contract/fields/quoted'

/** Whether the device still gives a file: one in a cloud, or that was removed or changed since it was chosen, it may not. */
export const isThere = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

/** Names the files that it does not give. */
export const goneText = (files: readonly { name: string }[]): string =>
  `Файл больше не открывается: ${files.map(({ name }) => quoted(name)).join(', ')}. Его удалили, изменили или он остался в облаке. Выберите его снова.`
