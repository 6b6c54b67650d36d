/**
 * Source of the classic script that applies the stored theme before the first paint, and sets `data-depth`, the number of
 * segments of the path, so that CSS can fit the HTML's placeholder to the page. Before that it redirects browsers older than
 * Chrome 97, Safari 15.4 or Firefox 104 to a page for them: every browser must be able to parse it. It must be a file of its own:
 * the CSP forbids inline scripts.
 */
export const themeBootSource = `[].findLast||location.replace('/old-browser/');(function(){var t;try{t=localStorage.getItem('theme')}catch(e){}
if(t!=='light'&&t!=='dark')t=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';
var d=document.documentElement.dataset;d.theme=t;d.depth=location.pathname.split('/').filter(Boolean).length})();
`
