const GENERIC_NAME = /^image\.(png|jpe?g|gif|webp)$/i

/**
 * Files of a paste. A pasted picture has no name of its own and gets «скриншот 14-05.png»; a second one in the same
 * minute gets a number (`taken` holds the names already in use). Text with markup, as office programs put beside a
 * picture of itself, counts as text: no files.
 */
export function pastedFiles(data: DataTransfer, taken: readonly string[] = [], now = new Date()): File[] {
  const isText = data.types.includes('text/plain') && data.types.includes('text/html')
  if (isText) return []
  const used = new Set(taken)
  return [...data.files].map((file) => {
    if (!GENERIC_NAME.test(file.name)) return file
    const extension = file.name.slice(file.name.lastIndexOf('.')).toLowerCase()
    const two = (part: number) => String(part).padStart(2, '0')
    const stem = `скриншот ${two(now.getHours())}-${two(now.getMinutes())}`
    let name = stem + extension
    for (let copy = 2; used.has(name); copy += 1) name = `${stem} (${copy})${extension}`
    used.add(name)
    return new File([file], name, { type: file.type, lastModified: file.lastModified })
  })
}
