/** The oldest browsers that the apps are made for, as the READMEs state them. */
export const OLDEST = ['chrome100', 'safari15.4', 'ios15.4', 'firefox115']

/**
 * What scripts are compiled to: a bundler takes the private fields of Safari 15 for broken, and would spend a kilobyte of
 * the first load on them. scripts/browsers/oldest-browsers.test.ts looks at what else differs.
 */
export const SCRIPTS = ['chrome100', 'safari16', 'ios16', 'firefox115']
