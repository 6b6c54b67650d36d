/** Which modules of the app come together; packages/build reads it. */
export const chunks = {
  root: 'apps/staff/src',
  shared: {
    parts: [
      'lib/(?:caches|kept-answers|local-db|wipe-watch|page\\.module|page-heading|use-slow)\\.',
      'tickets/(?:carry|drafts|file-key|last-seen|list-view|dispatch|outgoing|use-dispatch)\\.',
      'tickets/(?:new-ticket\\.(?:draft|rules)|sent-here|tickets\\.texts|ticket-cards\\.module)\\.',
      'lib/said-(?:db|later)\\.',
    ],
    files: ['tickets/(?:card-warning|card-number|draft-files|use-files|use-open-picture)\\.'],
    knowledge: [
      'knowledge/(?:article-skeleton|knowledge\\.(?:api|texts)|loaded|not-here|snippet|use-prefetch|hrefs|[\\w.-]+\\.css)',
    ],
    profile: [
      'profile/(?:phone-text|profile\\.(?:api|modals|module|texts)|use-modal)\\.',
      'profile/(?:code/code-flow|sessions/sessions\\.texts)\\.',
      'lib/places\\.api\\.',
    ],
    // What goes on behind every page once it stands, with what of it a page may need before.
    after: [
      'knowledge/feedback\\.api\\.',
      'app/(?:after-page|all-pages|background-sync|said-senders)\\.',
      'lib/(?:kept-answers|kept-request|notices|push-owner|sync-db)\\.',
      'tickets/(?:handover\\.api|shift\\.(?:api|module|texts))\\.',
    ],
  },
}
