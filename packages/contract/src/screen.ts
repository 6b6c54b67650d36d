import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** One prefetched answer of the screen, with its query key in the app's cache. */
export const ScreenAnswer = z.object({ key: z.array(z.unknown()), data: z.unknown() })
export type ScreenAnswer = z.infer<typeof ScreenAnswer>

/** A screen of an app: its prefetched answers, and the HTML rendered from them. */
export const Screen = z.object({
  answers: z.array(ScreenAnswer),
  /** The rendered screen; null if it is not prerendered. */
  html: z.string().nullable(),
})
export type Screen = z.infer<typeof Screen>

const whole = (pattern: RegExp) => z.string().regex(pattern).transform(Number)

/** Facts about the client that prerendering needs. */
export const Viewer = z.object({
  /** The viewport, in CSS pixels. */
  width: whole(/^[0-9]{1,5}$/),
  height: whole(/^[0-9]{1,5}$/),
  /** Minutes that the viewer's clock is ahead of UTC. */
  offset: whole(/^-?[0-9]{1,3}$/),
})
export type Viewer = z.infer<typeof Viewer>

const ScreenQuery = Viewer.extend({
  /** The path of the screen, with its query. */
  path: z.string().max(2000),
})

/** Called by the page itself before the app has loaded. If it fails, the app renders the screen from its own calls. */
export const getScreen = endpoint({
  name: 'getScreen',
  summary: 'Экран приложения сотрудника: первые ответы и готовый HTML',
  method: 'GET',
  path: 'help_desk/screen/',
  auth: 'staff',
  query: ScreenQuery,
  answer: Screen,
  compressed: true,
  refusals: [],
})

/** The same for the desk, whose first screen is the queue. */
export const getDeskScreen = endpoint({
  name: 'getDeskScreen',
  summary: 'Экран рабочего места: первые ответы и готовый HTML',
  method: 'GET',
  path: 'desk/screen/',
  auth: 'agent',
  query: ScreenQuery,
  answer: Screen,
  compressed: true,
  refusals: [],
})
