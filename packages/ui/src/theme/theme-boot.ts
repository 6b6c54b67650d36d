/**
 * Source of the classic script that paints the stored theme before the first paint.
 * It must be served as a file of its own: the CSP forbids inline scripts.
 */
export const themeBootSource = `(function(){var t;try{t=localStorage.getItem('theme')}catch(e){}
if(t!=='light'&&t!=='dark')t=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';
document.documentElement.dataset.theme=t})();
`
