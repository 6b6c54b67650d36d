/**
 * The queries whose answers are kept on the device, by the first and third part of their keys (`tickets list`; `*` for any
 * third part), and how many of each, the newest.
 */
export type KeptQueries = Readonly<Record<string, number>>

/** A handful of lists. */
export const ALL: number = Number.POSITIVE_INFINITY
