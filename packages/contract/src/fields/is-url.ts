/** Whether it is an address, below `base` if that is given: `URL.canParse`, which phones of 2022 do not have. */
export const isUrl = (text: string, base?: string): boolean => {
  try {
    return Boolean(new URL(text, base))
  } catch {
    return false
  }
}
