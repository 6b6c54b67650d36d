import { toast } from '../toast/toast.tsx'

/** Copies a text and says so; where the browser does not let it, or has no clipboard on plain http, the text itself is shown. Answers whether it is copied. */
export const copyText = async (text: string, copied: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    toast.success({ title: copied })
    return true
  } catch {
    toast.danger({ title: text })
    return false
  }
}
