/** Whether this browser has shown saved views: their room is kept before they have come. */
export const SAVED_KEY = 'desk:views'
