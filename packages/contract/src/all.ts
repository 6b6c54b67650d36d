import * as business from './business.ts'
import * as confirmation from './confirmation.ts'
import * as admin from './desk/admin.ts'
import * as deskBulk from './desk/bulk.ts'
import * as deskCanned from './desk/canned.ts'
import * as deskDevices from './desk/devices.ts'
import * as deskFigureLetter from './desk/figure-letter.ts'
import * as deskFigures from './desk/figures.ts'
import * as deskGroups from './desk/groups.ts'
import * as deskHealth from './desk/health.ts'
import * as deskImports from './desk/imports.ts'
import * as deskIncidents from './desk/incidents.ts'
import * as deskJoining from './desk/joining.ts'
import * as journal from './desk/journal.ts'
import * as deskKeys from './desk/keys.ts'
import * as deskKnowledge from './desk/knowledge.ts'
import * as deskMacros from './desk/macros.ts'
import * as deskMaterialAudience from './desk/material/audience.ts'
import * as deskMaterialCare from './desk/material/care.ts'
import * as knowledgeExchange from './desk/material/exchange.ts'
import * as deskMaterialLinks from './desk/material/links.ts'
import * as deskMaterialReview from './desk/material/review.ts'
import * as deskMaterialSchedule from './desk/material/schedule.ts'
import * as deskMaterials from './desk/materials.ts'
import * as deskNotes from './desk/notes.ts'
import * as people from './desk/people.ts'
import * as personalData from './desk/personal-data.ts'
import * as proposals from './desk/proposals.ts'
import * as deskProviders from './desk/providers.ts'
import * as quality from './desk/quality.ts'
import * as reading from './desk/reading.ts'
import * as relations from './desk/relations.ts'
import * as restaurantGroups from './desk/restaurants/groups.ts'
import * as retention from './desk/retention.ts'
import * as deskRules from './desk/rules.ts'
import * as deskSearch from './desk/search.ts'
import * as deskService from './desk/service.ts'
import * as deskSettings from './desk/settings.ts'
import * as deskSignals from './desk/signals.ts'
import * as deskState from './desk/state.ts'
import * as deskTickets from './desk/tickets.ts'
import * as deskViews from './desk/views.ts'
import * as deskWork from './desk/work.ts'
import * as devices from './devices.ts'
import type { EndpointDeclaration } from './endpoint.ts'
import * as feedback from './feedback.ts'
import * as incidents from './incidents.ts'
import * as joining from './joining.ts'
import * as knowledge from './knowledge.ts'
import * as notices from './notifications.ts'
import * as operator from './operator.ts'
import * as passkeys from './passkeys.ts'
import * as profile from './profile.ts'
import * as providers from './providers.ts'
import * as screen from './screen.ts'
import * as secondStep from './second-step.ts'
import * as session from './session.ts'
import * as settings from './settings.ts'
import * as shifts from './shifts.ts'
import * as alike from './tickets/alike.ts'
import * as callers from './tickets/callers.ts'
import * as reopening from './tickets/reopening.ts'
import * as tickets from './tickets.ts'

const isEndpoint = (value: unknown): value is EndpointDeclaration =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'answer' in value

/** Every call of the product, for the server, the OpenAPI page and contract-wide tests. Apps import single domains instead. */
export const ENDPOINTS: readonly EndpointDeclaration[] = [
  session,
  confirmation,
  secondStep,
  passkeys,
  providers,
  screen,
  tickets,
  notices,
  shifts,
  reopening,
  devices,
  alike,
  callers,
  incidents,
  feedback,
  knowledge,
  knowledgeExchange,
  profile,
  deskTickets,
  deskWork,
  deskBulk,
  deskSignals,
  deskViews,
  deskNotes,
  deskCanned,
  relations,
  deskSearch,
  deskKnowledge,
  deskMaterialAudience,
  deskMaterialCare,
  deskMaterialLinks,
  deskMaterialReview,
  deskMaterialSchedule,
  deskMaterials,
  proposals,
  reading,
  business,
  admin,
  people,
  settings,
  deskSettings,
  deskService,
  quality,
  deskFigureLetter,
  deskFigures,
  deskMacros,
  deskHealth,
  deskState,
  deskRules,
  deskGroups,
  deskImports,
  deskDevices,
  deskIncidents,
  deskKeys,
  deskProviders,
  joining,
  deskJoining,
  journal,
  personalData,
  restaurantGroups,
  retention,
  operator,
].flatMap((domain) => Object.values(domain).filter(isEndpoint))
