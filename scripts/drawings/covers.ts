import * as m from './motifs.ts'
import { at, type Colour, circle, digitsOf, svg } from './parts.ts'
import * as s from './signs.ts'

type Shape = () => string

/** One large object in the middle and smaller ones beside it, on a table. 1600 × 700. */
function cover(background: Colour, main: Shape, left: Shape, right: Shape): string {
  const disc = background === 'paper' ? 'sky' : 'white'
  return svg(
    1600,
    700,
    background,
    circle(800, 350, 310, { fill: disc, stroke: 'none' }),
    circle(170, 110, 60, { fill: disc, stroke: 'none' }),
    circle(1480, 590, 90, { fill: disc, stroke: 'none' }),
    `<rect x="200" y="596" width="1200" height="10" rx="5" fill="${digitsOf('line')}"/>`,
    at(575, 150, 1.5, main()),
    at(265, 318, 0.95, left()),
    at(1050, 318, 0.95, right()),
  )
}

/** The covers by file name. */
export const covers: Record<string, string> = {
  shift: cover('paper', m.monitor, m.clock, m.drawer),
  zreport: cover('sand', m.receipt, m.drawer, s.tick),
  mismatch: cover('rose', m.scale, m.notes, m.receipt),
  wrongreceipt: cover('rose', m.receipt, s.cross, s.swap),
  printer: cover('paper', m.printer, m.receipt, s.tick),
  posrestart: cover('sky', m.monitor, s.swap, m.clock),
  dish: cover('sand', m.plate, m.chef, m.clipboard),
  stoplist: cover('rose', s.stop, m.plate, m.clipboard),
  box: cover('paper', m.box, m.scale, m.clipboard),
  inventory: cover('mint', m.clipboard, m.box, m.scale),
  writeoff: cover('rose', m.documents, m.box, s.cross),
  techcard: cover('sand', m.pot, m.scale, m.documents),
  plate: cover('paper', m.plate, m.cup, m.person),
  splitbill: cover('sky', m.receipt, m.person, m.card),
  banquet: cover('sand', m.pot, m.flowers, m.plate),
  phone: cover('mint', m.phone, m.bubble, m.scooter),
  scooter: cover('sky', m.scooter, m.clock, m.box),
  aggregator: cover('sand', m.phone, s.stop, m.monitor),
  qr: cover('sky', m.qr, m.phone, s.tick),
  qrwait: cover('sand', m.phone, m.qr, s.wait),
  terminal: cover('mint', m.terminal, m.card, m.receipt),
  refund: cover('paper', s.swap, m.notes, m.card),
  receipt: cover('mint', m.receipt, m.qr, m.shield),
  chart: cover('sky', m.chart, m.notes, m.calendar),
  foodcost: cover('sand', m.pie, m.plate, m.notes),
  documents: cover('paper', m.documents, m.calendar, s.tick),
  people: cover('mint', m.person, m.chef, m.clipboard),
  roles: cover('sky', m.key, m.person, m.shield),
  calendar: cover('paper', m.calendar, m.clock, m.person),
  key: cover('sand', m.key, m.phone, m.monitor),
  ticket: cover('sky', m.bubble, m.monitor, s.tick),
  wifi: cover('paper', m.wifi, m.router, m.monitor),
  network: cover('mint', m.router, m.printer, m.monitor),
  shield: cover('sky', m.shield, m.phone, s.cross),
  power: cover('sand', m.bolt, m.monitor, m.router),
  paper: cover('paper', m.documents, m.person, m.notes),
}
