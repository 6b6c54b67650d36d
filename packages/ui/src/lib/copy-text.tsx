import { toast } from '../toast/toast.tsx'

/** Copies a text and says so; where the browser does not let it, the text itself is shown. */
export const copyText = (text: string, copied: string): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => void toast.success({ title: copied }),
    () => void toast.danger({ title: text }),
  )
