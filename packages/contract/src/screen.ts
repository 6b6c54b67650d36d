import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** One answer the screen begins with, under the key by which its app keeps it. */
export const ScreenAnswer = z.object({ key: z.array(z.unknown()), data: z.unknown() })
export type ScreenAnswer = z.infer<typeof ScreenAnswer>

/** A screen of an app: the answers it begins with, and the screen drawn from them. */
export const Screen = z.object({
  answers: z.array(ScreenAnswer),
  /** What the app shows there, as HTML; null where it is not drawn ahead. */
  html: z.string().nullable(),
})
export type Screen = z.infer<typeof Screen>

const whole = (pattern: RegExp) => z.string().regex(pattern).transform(Number)

/** What the page knows and the server does not. */
export const Viewer = z.object({
  /** The window, in CSS pixels. */
  width: whole(/^[0-9]{1,5}$/),
  height: whole(/^[0-9]{1,5}$/),
  /** Minutes that the viewer's clock is ahead of UTC. */
  offset: whole(/^-?[0-9]{1,3}$/),
})
export type Viewer = z.infer<typeof Viewer>

const ScreenQuery = Viewer.extend({
  /** The address of the screen, with its query. */
  path: z.string().max(2000),
})

/** Asked by the page itself, before the app has come; without it the app draws the screen from its own calls. */
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

/** The same of the desk, whose first screen is the queue. */
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
