import DOMPurify from 'dompurify'
import { ADDRESS, ADDRESSES, FACTS, TAGS } from './article-profile.tsx'

/** {@link cleanHtml} with DOMPurify. Under Trusted Types the library's policy `dompurify` is used. */
export const cleanByLibrary = (html: string): DocumentFragment =>
  DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...TAGS],
    ALLOWED_ATTR: [...ADDRESSES, ...FACTS],
    ALLOWED_URI_REGEXP: ADDRESS,
    // DOMPurify checks every other attribute against the URL pattern.
    ADD_URI_SAFE_ATTR: [...FACTS],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
