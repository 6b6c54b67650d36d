// Lists the modules and wires them together: only this file knows more than one of them.
import type { Db } from '@podmoga/sql/sql'
import type { Runner } from './background/background.ts'
import { business, makeTopicsOf, ownRestaurants } from './business/business.module.ts'
import { devices, linkDevice } from './business/devices/devices.module.ts'
import { imports, makeImportWorker } from './business/import/import.module.ts'
import { joining } from './business/joining/joining.module.ts'
import { providers } from './business/providers/providers.module.ts'
import { scim } from './business/scim/scim.module.ts'
import { files } from './files/files.module.ts'
import { bursts } from './incidents/bursts/bursts.module.ts'
import { countTaps, incidents, noteAnswered } from './incidents/incidents.module.ts'
import { state } from './installation/state/state.module.ts'
import { draftFromText, draftFromTicket, knowledge } from './knowledge/knowledge.module.ts'
import type { Duties, Given, Module } from './module.ts'
import type { MayStillRead } from './ports/domains/may-still-read.ts'
import { makeLetters, makeMailQueue, markAskedOfNotices, profile } from './profile/profile.module.ts'
import { figures, keepFigures } from './service/figures/figures.module.ts'
import { groups } from './service/groups/groups.module.ts'
import { health } from './service/health/health.module.ts'
import { keepLevels, levels, makeLevelOf } from './service/levels/levels.module.ts'
import { holdActs, macros } from './service/macros/macros.module.ts'
import { makePromised, promise } from './service/promise/promise.module.ts'
import { quality } from './service/quality/quality.module.ts'
import { keepRules, rules } from './service/rules/rules.module.ts'
import { isAlive, makeKeyedHash, makeOpenSession, makeSealed, session } from './session/session.module.ts'
import { answers } from './tickets/answers/answers.module.ts'
import { rating } from './tickets/rating/rating.module.ts'
import { reopening } from './tickets/reopening/reopening.module.ts'
import { shifts } from './tickets/shifts/shifts.module.ts'
import { runSignals, signals } from './tickets/signals/signals.module.ts'
import {
  addEvent,
  findTicket,
  listOpenLike,
  makeTicketHubs,
  performActs,
  publishToDesk,
  publishToRestaurant,
  publishToRestaurants,
  serveNotifications,
  tickets,
} from './tickets/tickets.module.ts'

/** Modules that others depend on come first. */
export const MODULES: readonly Module<Parts>[] = [
  session,
  profile,
  files,
  business,
  joining,
  providers,
  imports,
  scim,
  devices,
  tickets,
  rating,
  shifts,
  signals,
  reopening,
  answers,
  knowledge,
  groups,
  levels,
  macros,
  promise,
  quality,
  rules,
  figures,
  incidents,
  bursts,
  health,
  state,
]

/** Builds what modules need from one another. */
const makeParts = (given: Given) => {
  const { on, deps } = given
  const modules: readonly Duties[] = MODULES
  const mailQueue = makeMailQueue(deps)
  const letters = makeLetters(deps.config, mailQueue)
  const sealing = {
    ...makeSealed(deps.secrets, 'push'),
    hash: makeKeyedHash(deps.secrets, 'push endpoints'),
  }
  const notifications = serveNotifications(on, deps, {
    ...sealing,
    markAsked: markAskedOfNotices,
    letters,
  })
  const signalMeans = { ...sealing, ...notifications.installation }
  const calls = runSignals(deps, signalMeans)
  const clocks = keepLevels(deps, (tx, event) => addEvent(tx, { kind: 'level', desk_only: true, ...event }))
  const sums = keepFigures(deps)
  const ruled = keepRules(deps, performActs)
  /** Called when new events of a business have been published. */
  const handleEvents = (business_id: string): void => {
    notifications.handleEvents(business_id)
    calls.handleEvents(business_id)
    clocks.handleEvents(business_id)
    sums.handleEvents(business_id)
    ruled.handleEvents(business_id)
  }
  const topicsOf = makeTopicsOf(deps)
  const { devicesOf } = notifications
  return {
    modules,
    mailQueue,
    letters,
    imports: makeImportWorker(deps, mailQueue),
    live: makeTicketHubs(deps, handleEvents),
    notifications,
    signals: calls,
    signalMeans,
    levels: clocks,
    figures: sums,
    rules: ruled,
    performActs,
    onIncidentAnswered: noteAnswered({ publishToDesk }),
    devicesOf,
    notifyJoining: (db: Db, restaurant_id: string) => publishToRestaurant(db, restaurant_id, 'joining', {}),
    openSession: makeOpenSession(deps),
    linkDevice,
    findTicket,
    promisedOf: makePromised(deps),
    levelOf: makeLevelOf(deps),
    incidents: {
      holdActs,
      listOpenLike,
      publishToDesk,
      publishToRestaurants,
      draftFromText,
      devicesOf,
      topicsOf,
      ownRestaurants,
      taps: countTaps(deps, { publishToDesk }),
    },
    topicsOf,
    draftFromTicket,
    mayStillRead: ((asked) => isAlive(deps.sql, asked)) satisfies MayStillRead,
    fillKnowledge: async (network: string): Promise<void> => {
      const { seedKnowledge } = await import('./demo/knowledge/seed-knowledge.ts')
      await seedKnowledge(deps, network)
    },
  }
}
export type Parts = ReturnType<typeof makeParts>

/** Registers the routes, background jobs and topics of every module. */
export const serveModules = async (given: Given, { add }: Runner): Promise<void> => {
  const parts = makeParts(given)
  for (const { routes, jobs, topics } of MODULES) {
    await routes?.(given, parts)
    for (const topic of topics?.(given.deps, parts) ?? []) topic(parts.live.streams)
    add(jobs?.(given.deps, parts) ?? {})
  }
}
