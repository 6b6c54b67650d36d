import { quoted } from '@podmoga/contract/fields/quoted'

/** Lists the HEIC pictures, which this browser cannot read. */
export const heicText = (files: readonly File[]): string =>
  `Снимок HEIC этот браузер не читает: ${files.map(({ name }) => quoted(name)).join(', ')}. Сохраните его как JPEG и приложите снова. На iPhone новые снимки: «Настройки», «Камера», «Форматы», «Наиболее совместимые».`
