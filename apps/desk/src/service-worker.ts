import { listenForNotifications } from '@podmoga/web/push/push-worker'
import { keepShell } from '@podmoga/web/shell/keep-shell'
import { owners } from './tickets/signals/push-place.ts'

/*
 * The worker of the desk: it calls an agent whose desk is closed or hidden, and opens the ticket at a tap. It keeps the page
 * and the code that has been loaded, the same for everybody; nothing that anybody has read.
 */

/** The queue and its tickets; the other pages of the desk are left as they stand. */
const OURS = /^\/desk\/(?:tickets\/[\w-]+\/?)?$/
/** What an editor is called for opens in a window of its own: nobody's unsaved text is navigated away. */
const BESIDE = /^\/desk\/kb\/(?:due|\d+)$/

/** The desk's pages are words and ids: what looks like a file is none of them. */
const PAGE = /^\/desk(?:\/[\w-]+)*\/?$/

keepShell({ page: '/desk/', isOurs: (path) => PAGE.test(path), isWhole: false })
listenForNotifications(self as never, {
  owners,
  isOurs: (path) => OURS.test(path),
  isBeside: (path) => BESIDE.test(path),
  pagesCall: true,
})
