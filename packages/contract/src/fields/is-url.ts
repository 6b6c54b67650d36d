/** Whether the text is a valid URL, relative to `base` if given. `URL.canParse` is missing in phones of 2022. */
export const isUrl = (text: string, base?: string): boolean => {
  try {
    return Boolean(new URL(text, base))
  } catch {
    return false
  }
}
