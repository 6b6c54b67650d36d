/** Transforms a text that a person wrote, before any other code sees it. */
type Transform = (text: string) => string

let transform: Transform = (text) => text

/** The text as it is stored. */
export const storedText: Transform = (text) => transform(text)

/** Sets the transform for every free text of the contract. Only the server sets one; pages send texts unchanged. */
export const setStoredText = (next: Transform): void => {
  transform = next
}

/** Whether a text contains a card number that the server has cut. */
export const hasCutCard = (text: string): boolean => /\d{6}\*{6}\d{4}/.test(text)
