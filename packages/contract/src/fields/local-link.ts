/** Whether a link works only on the server's own machine, so a phone cannot open it. */
export const isLocalLink = (link: string): boolean =>
  /^(?:localhost|.+\.localhost|127\..+|\[::1\])$/.test(new URL(link).hostname)
