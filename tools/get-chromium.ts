// Fetches a Chromium if there is none, for later steps. Exit code 1: none is available.
import { getChromium } from './find-chromium.ts'

process.exitCode = getChromium() === undefined ? 1 : 0
