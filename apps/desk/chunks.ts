/** Which modules of the desk come together; packages/build reads it. */
export const chunks = {
  root: 'apps/desk/src',
  shared: {
    parts: ['lib/(?:more-button|use-now|use-title)\\.'],
    admin: [
      'business/(?:admin-page|business\\.api|business\\.mutations|form-foot|local-link|query-view|save-foot)\\.',
      'business/(?:import/import\\.texts|joining/joining\\.(?:api|texts)|journal/(?:csv|save-download))\\.',
      'business/(?:people/use-address-filter|restaurants/(?:week|week-fields))\\.',
      'business/table/',
    ],
    // What the list of the administration's pages is made of: the commands know it too.
    pages: [
      'business/(?:business\\.texts|business-pages|devices/devices\\.texts|people/data\\.texts)\\.',
      'lib/(?:keep-focus|section)\\.',
    ],
    support: ['service/(?:service-page|service-pages|figures/figures\\.texts|quality/quality\\.texts)\\.'],
    // Lists that are saved as a whole, and what is chosen in them.
    forms: [
      'lib/(?:list-form/|use-kept-form\\.|choices\\.)',
      'business/service/(?:levels-draft|list-foot)\\.',
    ],
    incidents: ['incidents/(?:incidents-pages|incidents\\.texts)\\.'],
  },
}
