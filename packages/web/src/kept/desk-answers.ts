/** Where the desk keeps what its people have read; the staff app of the same origin forgets it at its own «Выход» too. */
export const DESK_ANSWERS = 'podmoga-desk-answers'
