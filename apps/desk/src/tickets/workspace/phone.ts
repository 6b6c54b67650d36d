/** E.164 as people in Uzbekistan, Kazakhstan and Russia write it: «+998 90 123-45-67»; others as they came. */
export const readablePhone = (phone: string): string =>
  phone
    .replace(/^\+998(\d{2})(\d{3})(\d{2})(\d{2})$/, '+998 $1 $2-$3-$4')
    .replace(/^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/, '+7 $1 $2-$3-$4')
