/** Name of the cookie that every page of the product reads. */
export const USER_TOKENS = 'user_tokens'
