/**
 * Source of the classic script that paints the stored theme before the first paint, and tells styles how deep the
 * page's path is (`data-depth`), so that what stands in the HTML may fit the page.
 * It must be served as a file of its own: the CSP forbids inline scripts.
 */
export const themeBootSource = `(function(){var t;try{t=localStorage.getItem('theme')}catch(e){}
if(t!=='light'&&t!=='dark')t=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';
var d=document.documentElement.dataset;d.theme=t;d.depth=location.pathname.split('/').filter(Boolean).length})();
`
