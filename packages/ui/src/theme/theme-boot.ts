/** Type of a script element that waits for the first frame; an unknown type is not even fetched. */
export const LATER = 'later'

/**
 * Source of the classic script that paints the stored theme before the first paint, tells styles how deep the page's
 * path is (`data-depth`), so that what stands in the HTML may fit the page, and starts the scripts of type
 * {@link LATER} once the page is on the screen (at once in a tab that nobody sees, after 2 s in any case): where the HTML
 * can be read already, text comes before code.
 * It must be served as a file of its own: the CSP forbids inline scripts.
 */
export const themeBootSource = `(function(){var t;try{t=localStorage.getItem('theme')}catch(e){}
if(t!=='light'&&t!=='dark')t=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';
var d=document.documentElement.dataset;d.theme=t;d.depth=location.pathname.split('/').filter(Boolean).length;
function go(){document.querySelectorAll('script[type=${LATER}]').forEach(function(s){import(s.src)})}
if(document.hidden)addEventListener('DOMContentLoaded',go);
else{new PerformanceObserver(go).observe({type:'paint',buffered:true});setTimeout(go,2000)}})();
`
