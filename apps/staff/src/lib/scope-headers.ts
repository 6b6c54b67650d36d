/** Headers that name the restaurant and the business's network of a call. */
export const headersOf = (restaurant: string, network: string | undefined): Record<string, string> => ({
  AuthRestaurantId: restaurant,
  ...(network === undefined ? {} : { AuthBusinessNetwork: network }),
})
