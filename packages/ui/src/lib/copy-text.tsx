import { toast } from '../toast/toast.tsx'

/**
 * Copies a text and shows a toast; if the clipboard is refused or missing (plain http), the toast shows the text itself. Returns
 * whether it was copied.
 */
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
