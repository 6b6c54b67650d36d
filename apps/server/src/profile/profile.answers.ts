import type { Profile } from '@podmoga/contract/profile'
import type { FileLinks } from '../files/file-links.ts'
import type { Person } from '../http/principals.ts'
import { phoneParts } from './profile.addresses.ts'
import { countryName } from './profile.countries.ts'
import type { PersonRow } from './profile.sql.ts'

/** A link to a photo, valid for this reader only. */
export const photoLink = (links: FileLinks, reader: Person, key: string): string =>
  links.link(reader, { file_key: key, file_name: 'photo.webp', content_type: 'image/webp' })

export const profileAnswer = (links: FileLinks, reader: Person, row: PersonRow): Profile => {
  const parts = row.phone === null ? null : phoneParts(row.phone)
  return {
    id: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    phone: row.phone,
    country: row.country_code === null ? null : countryName(row.country_code),
    country_code: row.country_code,
    region: row.region,
    image: row.image_key === null ? null : photoLink(links, reader, row.image_key),
    is_email_verified: row.email === null ? null : row.email_verified_at !== null,
    phone_in_national_format: parts?.national ?? null,
    phone_extension: parts?.extension ?? null,
  }
}
