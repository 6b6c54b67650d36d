/** The header of RFC 6266: an ASCII name for old clients, then the name in UTF-8 (RFC 5987). */
export const contentDisposition = (kind: 'inline' | 'attachment', file_name: string): string => {
  // Some browsers decode a percent sign in the plain name, so it is not safe there.
  const plain = file_name.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const encoded = encodeURIComponent(file_name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
