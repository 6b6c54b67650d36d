import { FILE_EXTENSIONS } from '@podmoga/contract/fields/limits'
import { FileButton } from '@podmoga/ui/file-drop/file-drop'
import type { ComponentProps } from 'react'

/** Adds files to what support writes; `onUnfit` hears why some are not taken. */
export function AttachButton(props: Omit<ComponentProps<typeof FileButton>, 'accept'>) {
  return <FileButton {...props} accept={FILE_EXTENSIONS} />
}
