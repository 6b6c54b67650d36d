const extensionOf = (name: string): string => {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot).toLowerCase() : ''
}

/** Splits files by an allow-list of extensions (`.jpg`, lower case). An empty list accepts all. */
export function splitByAccept(
  files: readonly File[],
  accept: readonly string[],
): { fit: File[]; unfit: File[] } {
  const fits = (file: File) => accept.length === 0 || accept.includes(extensionOf(file.name))
  return { fit: files.filter(fits), unfit: files.filter((file) => !fits(file)) }
}

/** The allow-list as text, without near duplicates: «JPG, PNG, PDF, DOC, XLS, PPT». */
export function acceptNames(accept: readonly string[]): string {
  const names = accept.map((extension) => extension.slice(1).toUpperCase().replace('JPEG', 'JPG'))
  return [...new Set(names)]
    .filter((name) => !(name.endsWith('X') && names.includes(name.slice(0, -1))))
    .join(', ')
}

/** The error message about rejected files: their names and the allowed types. */
export function unfitText(unfit: readonly File[], accept: readonly string[]): string {
  const names = unfit.map((file) => `«${file.name}»`).join(', ')
  const verb = unfit.length === 1 ? 'Файл нельзя прикрепить' : 'Файлы нельзя прикрепить'
  return `${verb}: ${names}. Подходят ${acceptNames(accept)}.`
}
