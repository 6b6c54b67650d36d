import { quoted } from '@podmoga/contract/fields/quoted'

/** Names the pictures that only their maker's devices can read. */
export const heicText = (files: readonly File[]): string =>
  `Снимок HEIC этот браузер не читает: ${files.map(({ name }) => quoted(name)).join(', ')}. Сохраните его как JPEG и приложите снова. На iPhone новые снимки: «Настройки», «Камера», «Форматы», «Наиболее совместимые».`
