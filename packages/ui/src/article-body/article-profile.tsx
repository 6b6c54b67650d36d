const words = (text: string): readonly string[] => text.split(' ')

/** Tags allowed in an article. */
export const TAGS = words(
  'h1 h2 h3 h4 h5 h6 p div span ul ol li dl dt dd strong em b i u s sub sup small mark code kbd pre blockquote hr br a img figure figcaption aside table caption thead tbody tfoot tr th td',
)
/** Attributes that contain a URL. */
export const ADDRESSES = words('href src')
/** All other allowed attributes. */
export const FACTS = words('target alt width height colspan rowspan scope start class')

/** Allowed URLs, whitespace removed. Only one leading slash: `//` and `/\` lead to another site. */
export const ADDRESS = /^(?:https?:|mailto:|tel:|\/(?![/\\]))/i
