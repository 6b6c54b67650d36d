const words = (text: string): readonly string[] => text.split(' ')

/** The tags of an article. */
export const TAGS = words(
  'h1 h2 h3 h4 h5 h6 p div span ul ol li dl dt dd strong em b i u s sub sup small mark code kbd pre blockquote hr br a img figure figcaption aside table caption thead tbody tfoot tr th td',
)
/** Attributes that lead somewhere. */
export const ADDRESSES = words('href src')
/** All other attributes of those tags. */
export const FACTS = words('target alt width height colspan rowspan scope start class')

/** An address of an article, its blanks taken out. One slash: two, or a slash and a backslash, lead to another site. */
export const ADDRESS = /^(?:https?:|mailto:|tel:|\/(?![/\\]))/i
