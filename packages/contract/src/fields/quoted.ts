/** A name in Russian quotes: «Навруз»; one that bears such quotes itself, «Кафе „Навруз“». */
export const quoted = (name: string): string => `«${name.replaceAll('«', '„').replaceAll('»', '“')}»`
