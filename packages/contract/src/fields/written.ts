/** What becomes of a text that somebody wrote before anything else sees it. */
type Keep = (text: string) => string

let keep: Keep = (text) => text

/** A text as it is kept. */
export const written: Keep = (text) => keep(text)

/** The server says what it keeps of every free text of the contract; a page, which sends it there, keeps all. */
export const keepWritten = (how: Keep): void => {
  keep = how
}

/** Whether a text has the number of a card in it of which the server has kept the ends. */
export const hasCutCard = (text: string): boolean => /\d{6}\*{6}\d{4}/.test(text)
