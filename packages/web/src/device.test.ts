import { expect, test } from 'vitest'
import { deviceOf, isPhone } from './device.ts'

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    'Chrome, Linux',
    false,
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 YaBrowser/25.0 Safari/537.36',
    'Яндекс Браузер, Windows',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604',
    'Safari, iPhone',
    true,
  ],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox, Android', true],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge, macOS',
    false,
  ],
  ['curl/8.0', 'Неизвестное устройство', false],
  [null, 'Неизвестное устройство', false],
])('%s', (user_agent, name, phone) => {
  expect(deviceOf(user_agent)).toBe(name)
  expect(isPhone(user_agent)).toBe(phone)
})
