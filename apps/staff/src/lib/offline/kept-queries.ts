/**
 * The queries whose answers are kept on the device, by the first and third part of their keys (`tickets list`; `*` for any third
 * part), and how many of each to keep, newest first.
 */
export type KeptQueries = Readonly<Record<string, number>>

/** No limit: there are only a few such lists. */
export const ALL: number = Number.POSITIVE_INFINITY
