import { findChromium } from './find-chromium.ts'

const found = findChromium()

/** How Chromium is launched by tests and measurements alike. */
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
