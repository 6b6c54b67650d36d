import DOMPurify from 'dompurify'

const TAGS =
  'h1 h2 h3 h4 h5 h6 p div span ul ol li dl dt dd strong em b i u s sub sup small mark code kbd pre blockquote hr br a img figure figcaption aside table caption thead tbody tfoot tr th td'
const ADDRESSES = 'href src'
const FACTS = 'target alt width height colspan rowspan scope start class'

// One slash: two, or a slash and a backslash, would lead to another site.
const ADDRESS = /^(?:https?:|mailto:|tel:|\/(?![/\\]))/i

/**
 * Article HTML as a safe fragment: only tags, attributes and addresses an article needs. The server has cleaned it
 * already; this is the browser's own opinion. Under Trusted Types the library's policy `dompurify` is used.
 */
export const cleanHtml = (html: string): DocumentFragment =>
  DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS.split(' '),
    ALLOWED_ATTR: `${ADDRESSES} ${FACTS}`.split(' '),
    ALLOWED_URI_REGEXP: ADDRESS,
    // The library holds every other attribute to the pattern of addresses.
    ADD_URI_SAFE_ATTR: FACTS.split(' '),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
