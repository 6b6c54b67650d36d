/**
 * Source of the classic script that paints the stored theme before the first paint, and tells styles how deep the
 * page's path is (`data-depth`), so that what stands in the HTML may fit the page. Before that it sends a browser older
 * than Chrome 97, Safari 15.4 or Firefox 104 to a page that needs none: every browser must be able to parse it.
 * It must be served as a file of its own: the CSP forbids inline scripts.
 */
export const themeBootSource = `[].findLast||location.replace('/old-browser/');(function(){var t;try{t=localStorage.getItem('theme')}catch(e){}
if(t!=='light'&&t!=='dark')t=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';
var d=document.documentElement.dataset;d.theme=t;d.depth=location.pathname.split('/').filter(Boolean).length})();
`
