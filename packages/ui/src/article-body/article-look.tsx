import styles from './article-body.module.css'

/** The class of an article's text, for the editor that writes one in place. */
export const articleLook = styles.body

/** The class of an article's cover. */
export const articleCover = styles.cover
