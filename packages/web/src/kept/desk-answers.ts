/** The database of the desk's offline answers; the staff app on the same origin clears it too when a person signs out. */
export const DESK_ANSWERS = 'podmoga-desk-answers'
