// Loaders of the pages' code, shared by the routes and by prefetching.
export const loadHomePage = () => import('./home/home.layout.tsx')
export const loadArticlePage = () => import('./article/article.page.tsx')
export const loadSectionPage = () => {
  void loadArticlePage()
  return import('./section/section.page.tsx')
}
