/** Set if this browser has shown saved views: their space is then reserved before they load. */
export const SAVED_KEY = 'desk:views'
