/** Puts a name in Russian quotes: «Навруз»; its own quotes become inner ones: «Кафе „Навруз“». */
export const quoted = (name: string): string => `«${name.replaceAll('«', '„').replaceAll('»', '“')}»`
