/** Limits shared by the texts for people, the form validation and the server validation. */
export const PAGE_SIZE = 10
export const MAX_PAGE = 10_000
export const MAX_PAGE_SIZE = 100
export const MESSAGE_PAGE_SIZE = 10
export const MESSAGE_MAX = 10_000
export const READ_IDS_MAX = 200
export const FIRST_NAME_MAX = 100
export const EMAIL_MAX = 254
/** An e-mail or a phone as typed. */
export const LOGIN_MAX = 254
/** The name of a business, a restaurant or a topic, and a last name. */
export const NAME_MAX = 100
export const NETWORK_MAX = 40
export const SEARCH_MAX = 200
export const SEARCH_RESULTS = 20
export const FEEDBACK_MAX = 2000
/** The title of a section, a subcategory or a material. */
export const TITLE_MAX = 200
/** Characters of a material's HTML. */
export const CONTENT_MAX = 400_000
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 256
export const PASSWORD_MAX_BYTES = 1024
export const CODE_LENGTH = 6
/** Bytes. */
export const PHOTO_MAX = 2 * 1024 * 1024
export const FILE_MAX = 20 * 1024 * 1024
export const FILES_TOTAL_MAX = 50 * 1024 * 1024
export const FILES_MAX = 10
export const FILE_NAME_MAX_BYTES = 255

export const FILE_EXTENSIONS = [
  '.jpg',
  '.jpeg',
  '.png',
  '.pdf',
  '.doc',
  '.docx',
  '.xls',
  '.xlsx',
  '.ppt',
  '.pptx',
] as const
export const PHOTO_EXTENSIONS = ['.jpg', '.jpeg', '.gif', '.png'] as const
/** A table of people to import. */
export const TABLE_EXTENSIONS = ['.csv', '.xlsx'] as const
/** Bytes, and rows without the header. */
export const TABLE_MAX = 5 * 1024 * 1024
export const TABLE_ROWS_MAX = 5000
/** An archive of a knowledge base; the size is the body limit of the proxies in deploy/. */
export const ARCHIVE_EXTENSIONS = ['.zip'] as const
export const ARCHIVE_MAX = 60 * 1024 * 1024
/** Pictures of articles. */
export const PICTURE_EXTENSIONS = ['.jpg', '.jpeg', '.png', '.gif', '.webp'] as const

/** Questions in «Также спрашивают» of a material, and characters of a question. */
export const ALSO_ASKED_MAX = 50
export const ALSO_ASKED_LINE_MAX = 200

/** Characters of the note with a ticket that is handed over. */
export const WORD_MAX = 500

/** Characters of the note from one shift to the next, and the number of tickets with it. */
export const HANDOVER_NOTE_MAX = 2000
export const HANDOVER_TICKETS_MAX = 50

/** Tags of a ticket, and characters of a tag. */
export const TAGS_MAX = 10
export const TAG_MAX = 40

/** Saved views of the queue: an agent's own, and the team's. */
export const VIEWS_MAX = 50
/** Values of one filter of the queue. */
export const FILTER_VALUES_MAX = 20
export const VIEW_NAME_MAX = 60

/** Tickets in one bulk change. */
export const BULK_MAX = 100
/** Characters that a person may add to «И у нас». */
export const INCIDENT_WORDS_MAX = 500
