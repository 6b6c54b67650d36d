/** A published material with its section and subcategory. */
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

/** The text of a material that readers see. */
export interface MaterialText {
  title: string
  content: string
  cover_id: string | null
  file_ids: readonly string[]
}

/** The text of a material for the search index. */
export interface SearchText {
  plain_text: string
  headings: string
}
