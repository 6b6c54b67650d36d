import { stored } from '@podmoga/web/stored'
import { readChoices, type SignalChoices } from './signals.ts'

const KEY = 'desk:signals'

export const choicesNow = (): SignalChoices => readChoices(stored.get(KEY))
export const keepChoices = (choices: SignalChoices): void => stored.set(KEY, JSON.stringify(choices))
