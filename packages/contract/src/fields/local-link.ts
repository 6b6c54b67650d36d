/** Whether a link opens on the server's own machine alone: no phone would come anywhere by it. */
export const isLocalLink = (link: string): boolean =>
  /^(?:localhost|.+\.localhost|127\..+|\[::1\])$/.test(new URL(link).hostname)
