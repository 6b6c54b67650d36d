// Fetches a Chromium where there is none, so that whoever needs one later finds it. Exit code 1: none can be had.
import { getChromium } from './find-chromium.ts'

process.exitCode = getChromium() === undefined ? 1 : 0
