/** What a picker may be opened for. */
export const PICKS = ['assign', 'priority', 'tags', 'snooze', 'about'] as const
export type PickKind = (typeof PICKS)[number]
