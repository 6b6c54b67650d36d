// Checks that all changes use the one hook, the one outbox and the one path of events, without second implementations.
import { DESK_EVENTS } from '../packages/contract/src/desk/events.ts'
import { EVENTS } from '../packages/contract/src/events.ts'
import { filesOf, report, textOf } from './files.ts'
import { byHand, eventsInCarriers } from './one-way/one-way.ts'

const sources = filesOf('.ts', '.tsx')
  .filter((path) => /^(?:apps|packages)\/[^/]+\/src\//.test(path) && !/\.test\.tsx?$|testing/.test(path))
  .map((path) => ({ path, text: textOf(path) }))
const names = [...new Set([...Object.keys(EVENTS), ...Object.keys(DESK_EVENTS)])]

report('Один путь', [...byHand(sources), ...eventsInCarriers(sources, names)])
