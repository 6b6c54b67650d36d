/** The headers that say in which restaurant, and of which business's network, a call is made. */
export const headersOf = (restaurant: string, network: string | undefined): Record<string, string> => ({
  AuthRestaurantId: restaurant,
  ...(network === undefined ? {} : { AuthBusinessNetwork: network }),
})
