// The code of these pages is fetched when they are wanted, or are about to be.
export const loadHomePage = () => import('./home/home.layout.tsx')
export const loadArticlePage = () => import('./article/article.page.tsx')
export const loadSectionPage = () => {
  void loadArticlePage()
  return import('./section/section.page.tsx')
}
