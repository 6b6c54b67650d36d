import type { Profile } from '@podmoga/contract/profile'

/** Country code and number in the usual notation; null if there is none. */
export const phoneText = ({
  phone,
  phone_extension,
  phone_in_national_format,
}: Pick<Profile, 'phone' | 'phone_extension' | 'phone_in_national_format'>): string | null =>
  phone_extension && phone_in_national_format
    ? `${phone_extension} ${phone_in_national_format}`
    : phone || null
