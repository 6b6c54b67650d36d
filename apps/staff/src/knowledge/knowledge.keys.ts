// Kept apart from the calls, so that the server's drawing of the home needs none of them.
export const knowledgeKey = (restaurantId: string) => ['knowledge', restaurantId] as const
export const faqKey = (restaurantId: string) => [...knowledgeKey(restaurantId), 'faq'] as const
export const sectionsKey = (restaurantId: string) => [...knowledgeKey(restaurantId), 'sections'] as const
