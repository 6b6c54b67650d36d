import type { Module } from '../../module.ts'
import { forgetDevices, listSealedDevices } from './signals.devices.sql.ts'
import type { runSignals, SignalMeans } from './signals.job.ts'
import { signalRoutes } from './signals.routes.ts'
import { takeSignals } from './signals.sql.ts'

export { runSignals } from './signals.job.ts'

/** Notifies agents while no desk page is visible: of their tickets, mentions, and tickets that nobody takes. */
export const signals: Module<{ signals: ReturnType<typeof runSignals>; signalMeans: SignalMeans }> = {
  name: 'tickets/signals',
  tables: ['signal_cursors', 'signal_devices', 'signals'],
  routes: ({ on, deps }, { signalMeans }) => signalRoutes(on, deps, signalMeans),
  jobs: (_deps, given) => given.signals.jobs,
  people: { 'signal_devices.person_id': 'cleared' },
  forget: async (tx, { person_id }) => {
    await forgetDevices(tx, person_id)
    return []
  },
  ofTickets: ['signals.message_id', 'signals.ticket_id'],
  takeAlong: takeSignals,
  seals: async (db, { openWith }) => {
    const open = openWith('push')
    return (await listSealedDevices(db)).map(({ what, about, sealed }) => ({
      what,
      open: () => open(sealed, about),
    }))
  },
}
