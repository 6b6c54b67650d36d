/**
 * The header of RFC 6266: the name as it is in UTF-8 (RFC 5987), and before it one in ASCII for clients that know no
 * other.
 */
export const contentDisposition = (kind: 'inline' | 'attachment', file_name: string): string => {
  // A percent sign in the plain name is decoded by some browsers, so it is no safe character there.
  const plain = file_name.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const encoded = encodeURIComponent(file_name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
