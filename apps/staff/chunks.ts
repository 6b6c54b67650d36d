/** Which modules of the app are bundled into one chunk; read by packages/build. */
export const chunks = {
  root: 'apps/staff/src',
  shared: {
    parts: [
      'lib/(?:offline/|notifications/)?(?:caches|file-links|kept-answers|outbox|outbox-database|pending-actions|page\\.module|page-heading|use-slow)\\.(?!take-over)',
      'tickets/(?:[\\w-]+/)?(?:drafts|file-key|last-seen|list-view|outbox\\.kinds|outgoing(?!\\.texts)|use-outbox)\\.',
      'tickets/(?:[\\w-]+/)?(?:new-ticket\\.(?:draft|rules)|sent-here|tickets\\.texts|ticket-cards\\.module)\\.',
    ],
    files: ['(?:tickets/(?:[\\w-]+/)?(?:draft-files|use-files|use-open-picture)|lib/picture/is-picture)\\.'],
    knowledge: [
      'knowledge/(?:[\\w-]+/)?(?:article-skeleton|knowledge\\.(?:api|texts)|loaded|not-here|snippet|use-prefetch|hrefs|[\\w.-]+\\.css)',
    ],
    profile: [
      'profile/(?:phone-text|profile\\.(?:api|modals|module|texts)|use-modal)\\.',
      'profile/(?:code/code-flow|sessions/sessions\\.texts)\\.',
      'lib/memberships\\.api\\.',
    ],
    // Background work started after the first render, with the modules of it that a page may need earlier.
    after: [
      'knowledge/article/feedback\\.api\\.',
      'app/after-page\\.',
      'lib/(?:offline/|notifications/)?(?:kept-answers|notifications|push)\\.(?!texts)',
    ],
    shift: ['tickets/shift/(?:handover\\.api|shift\\.(?:api|module|texts))\\.'],
  },
}
