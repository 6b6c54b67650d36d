import { listenForNotifications } from '@podmoga/web/push/push-worker'
import { owners } from './tickets/signals/push-place.ts'

/*
 * The worker of the desk: it calls an agent whose desk is closed or hidden, and opens the ticket at a tap. It keeps nothing and
 * answers no request: the desk's pages come from the network as they always have.
 */

/** The queue and its tickets; the other pages of the desk are left as they stand. */
const OURS = /^\/desk\/(?:tickets\/[\w-]+\/?)?$/
/** What an editor is called for opens in a window of its own: nobody's unsaved text is navigated away. */
const BESIDE = /^\/desk\/kb\/(?:due|\d+)$/

listenForNotifications(self as never, {
  owners,
  isOurs: (path) => OURS.test(path),
  isBeside: (path) => BESIDE.test(path),
  pagesCall: true,
})
