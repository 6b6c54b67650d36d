/** A published material where it stands. */
export interface PlacedRow {
  id: string
  title: string
  section: string
  subcategory: string
  section_name: string
  subcategory_name: string
}

/** A file that was uploaded to a material. */
export interface MaterialFileRow {
  id: string
  kind: 'file' | 'picture' | 'cover'
  file_key: string
  file_name: string
  content_type: string
  size: number
  width: number | null
  height: number | null
}

/** What a reader sees of a material. */
export interface MaterialText {
  title: string
  content: string
  cover_id: string | null
  file_ids: readonly string[]
}

/** The same, as the search reads it. */
export interface SearchText {
  plain_text: string
  headings: string
}
