const BROWSERS: readonly [RegExp, string][] = [
  [/YaBrowser\//, 'Яндекс Браузер'],
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const nameIn = (list: readonly [RegExp, string][], text: string): string | undefined =>
  list.find(([pattern]) => pattern.test(text))?.[1]

/** A readable device name, such as «Chrome, Android»; «Неизвестное устройство» if the User-Agent is not recognized. */
export const deviceOf = (user_agent: string | null): string => {
  const names = [nameIn(BROWSERS, user_agent ?? ''), nameIn(SYSTEMS, user_agent ?? '')]
  return names.filter((name) => name !== undefined).join(', ') || 'Неизвестное устройство'
}

/** Whether to show a phone icon for the device. */
export const isPhone = (user_agent: string | null): boolean => /iPhone|Android/.test(user_agent ?? '')
