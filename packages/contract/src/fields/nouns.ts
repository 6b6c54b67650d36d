/** Forms for `plural` and `counted` of nouns that no first screen needs; `FILE_FORMS` is in plural.ts. */

/** «через 5 секунд» */
export const SECOND_FORMS = ['секунду', 'секунды', 'секунд'] as const
/** «через 5 минут» */
export const MINUTE_FORMS = ['минуту', 'минуты', 'минут'] as const
/** «не больше 5 файлов» */
export const OF_FILE_FORMS = ['файла', 'файлов', 'файлов'] as const
export const PERSON_FORMS = ['человек', 'человека', 'человек'] as const
export const TICKET_FORMS = ['тикет', 'тикета', 'тикетов'] as const
