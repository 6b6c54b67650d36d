/** Which modules of the desk are bundled together; read by packages/build. */
export const chunks = {
  root: 'apps/desk/src',
  shared: {
    parts: ['lib/(?:more-button|use-now|use-title)\\.'],
    admin: [
      'business/(?:admin-page|business\\.api|business\\.mutations|form-foot|local-link|query-view|save-foot)\\.',
      'business/(?:import/import\\.texts|joining/joining\\.(?:api|texts)|journal/csv)\\.',
      'business/(?:people/use-address-filter|restaurants/(?:week|week-fields))\\.',
      'business/table/',
    ],
    // The list of administration pages; the command menu uses it too.
    pages: [
      'business/(?:business\\.texts|business-pages|devices/devices\\.texts|people/data\\.texts)\\.',
      'lib/section\\.',
    ],
    support: ['service/(?:service-page|service-pages|figures/figures\\.texts|quality/quality\\.texts)\\.'],
    // Forms of lists that are saved as a whole, and the multiple choice in them.
    forms: [
      'lib/(?:list-form/|use-kept-form\\.|choices\\.)',
      'business/support/(?:levels-draft|list-foot)\\.',
    ],
    focus: ['lib/keep-focus\\.'],
    incidents: ['incidents/(?:incidents-pages|incidents\\.texts)\\.'],
  },
}
