import DOMPurify from 'dompurify'
import { ADDRESS, ADDRESSES, FACTS, TAGS } from './article-profile.tsx'

/** What {@link cleanHtml} gives, by DOMPurify. Under Trusted Types the library's policy `dompurify` is used. */
export const cleanByLibrary = (html: string): DocumentFragment =>
  DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...TAGS],
    ALLOWED_ATTR: [...ADDRESSES, ...FACTS],
    ALLOWED_URI_REGEXP: ADDRESS,
    // The library holds every other attribute to the pattern of addresses.
    ADD_URI_SAFE_ATTR: [...FACTS],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
