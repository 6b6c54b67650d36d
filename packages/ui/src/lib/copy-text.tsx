import { toast } from '../toast/toast.tsx'

/** Copies a text and says so; where the browser does not let it, or has no clipboard on plain http, the text itself is shown. */
export const copyText = async (text: string, copied: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    toast.success({ title: copied })
  } catch {
    toast.danger({ title: text })
  }
}
