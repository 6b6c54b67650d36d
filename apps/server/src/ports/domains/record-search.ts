/** A search of the articles. */
export interface SearchRecord {
  business_id: string
  restaurant_id: string
  person_id: string
}

/** Called by the knowledge base when a person has searched the articles of their restaurant. */
export type RecordSearch = (look: SearchRecord) => void
