export const docsPage = (_document: object): string => ''
