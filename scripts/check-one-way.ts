// One runner of a change, one outbox, one way of an event: nobody has an engine beside them.
import { DESK_EVENTS } from '../packages/contract/src/desk/events.ts'
import { EVENTS } from '../packages/contract/src/events.ts'
import { filesOf, report, textOf } from './files.ts'
import { byHand, eventsInCarriers } from './one-way/one-way.ts'

const sources = filesOf('.ts', '.tsx')
  .filter((path) => /^(?:apps|packages)\/[^/]+\/src\//.test(path) && !/\.test\.tsx?$|testing/.test(path))
  .map((path) => ({ path, text: textOf(path) }))
const names = [...new Set([...Object.keys(EVENTS), ...Object.keys(DESK_EVENTS)])]

report('Один путь', [...byHand(sources), ...eventsInCarriers(sources, names)])
