import { findChromium } from './find-chromium.ts'

const found = findChromium()

/** Launch options of Chromium for tests and benches. */
export const CHROMIUM = {
  executablePath: found?.path ?? '/usr/bin/chromium',
  env: { ...(process.env as Record<string, string>), ...found?.env },
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
