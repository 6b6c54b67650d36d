/** The oldest supported browsers, as stated in the READMEs. */
export const OLDEST = ['chrome100', 'safari15.4', 'ios15.4', 'firefox115']

/**
 * The target of scripts. Newer than `OLDEST`, as the bundler considers private fields broken in Safari 15, and would add a
 * kilobyte to the first load for them. scripts/browsers/oldest-browsers.test.ts checks what else differs.
 */
export const SCRIPTS = ['chrome100', 'safari16', 'ios16', 'firefox115']
