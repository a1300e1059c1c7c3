const run = 'window.hacked=1';

/**
 * Ways to run a script from markup, one of each kind that our settings of the sanitiser concern; DOMPurify's own tests
 * have the rest. Each sets `window.hacked`, opens a dialog or requests something from another host. The one harmless link
 * shows that markup is rendered at all.
 */
export const vectors: readonly string[] = [
  '<a href="https://example.org/safe">安全なリンク</a>',
  `<script>${run}</script>`,
  // handlers
  `<img src=x onerror=${run}>`,
  `<b onmouseover=${run}>b</b>`,
  `<a onfocus=${run} autofocus href=#x>a</a>`,
  // addresses
  `<a href=" JaVa\tScRiPt:${run}">a</a>`,
  `<a href="&#106;avascript&colon;${run}">a</a>`,
  `<a href="data:text/html,<script>${run}</script>">a</a>`,
  `<a href="https://example.org/" ping="https://evil.example/" target="_blank" rel="opener">a</a>`,
  // elements that act by themselves
  `<form action="javascript:${run}"><button formaction="javascript:${run}">x</button></form>`,
  `<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>`,
  `<object data="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=="></object>`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv="refresh" content="0;url=https://evil.example/">`,
  `<img src="https://evil.example/pixel.png">`,
  `<link rel=preload as=script href=https://evil.example/x.js>`,
  // styles
  `<style>@import "https://evil.example/x.css";</style>`,
  `<b style="background:url(https://evil.example/x)">b</b>`,
  // SVG and MathML, and what a second parse makes of them
  `<svg onload=${run}><foreignObject><img src=x onerror=${run}></foreignObject></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;">`,
  // names that get in the way of scripts
  `<a id=hacked>a</a>`,
  `<form id=document><input name=forms></form>`,
];
