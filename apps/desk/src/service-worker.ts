import { listenForNotifications } from '@podmoga/web/push/push-worker'
import { keepShell } from '@podmoga/web/shell/keep-shell'
import { owners } from './tickets/signals/push-owners.ts'

/*
 * Service worker of the desk: shows notifications when the desk is closed or hidden, and opens the ticket on a tap. It caches
 * the page and loaded code, which are the same for everybody, and no personal data.
 */

/** The queue and its tickets: windows that a notification may navigate. Other desk pages are left as they are. */
const OURS = /^\/desk\/(?:tickets\/[\w-]+\/?)?$/
/** Pages of editors' notifications open in a new window, so that unsaved text is not navigated away. */
const BESIDE = /^\/desk\/kb\/(?:due|\d+)$/

/** Desk page paths consist of words and ids, without a file extension. */
const PAGE = /^\/desk(?:\/[\w-]+)*\/?$/

keepShell({ page: '/desk/', isOurs: (path) => PAGE.test(path), isWhole: false })
listenForNotifications(self as never, {
  owners,
  isOurs: (path) => OURS.test(path),
  isBeside: (path) => BESIDE.test(path),
  pagesCall: true,
})
