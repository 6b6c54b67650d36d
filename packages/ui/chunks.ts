/** Which modules of packages/ui are bundled into one chunk; read by packages/build. */
export const chunks = {
  root: 'packages/ui/src',
  first: { react: ['lib/react-first\\.'] },
  shared: {
    parts: [
      '(?:avatar|card|chip|empty-state|icon-button|link|loading|progress|scroll-box|select|skeleton|tabs)/',
      'field/(?:field|text-area|text-field)\\.',
      'file-row/(?:file-chip|file-row\\.module|use-object-url)\\.',
      'lib/(?:dates|format-size|keyed|plain-name|use-media|viewer)\\.',
      '(?:menu/menu-button|popover/(?:trigger|use-overlay)|visually-hidden/visually-hidden)\\.',
    ],
    files: ['(?:file-drop|file-row)/'],
    knowledge: ['lib/(?:fold|html-entities)\\.'],
  },
}
