const run = 'window.hacked=1';

/**
 * Ways to run a script from markup, one or two of each kind: DOMPurify's own tests have the rest. Each sets
 * `window.hacked`, opens a dialog or asks a stranger's host for something. The one harmless link shows that markup was
 * rendered at all.
 */
export const vectors: readonly string[] = [
  '<a href="https://example.org/safe">安全なリンク</a>',
  // script elements
  `<script>${run}</script>`,
  `<scr<script>ipt>${run}</scr</script>ipt>`,
  `<script nonce="" src="data:text/javascript,${run}"></script>`,
  // handlers
  `<img src=x onerror=${run}>`,
  `<b onmouseover=${run}>b</b>`,
  `<a onfocus=${run} autofocus href=#x>a</a>`,
  `<em style="animation-name:x" onanimationstart="${run}">e</em>`,
  `<details open ontoggle=${run}>d</details>`,
  // addresses
  `<a href="javascript:${run}">a</a>`,
  `<a href=" JaVa\tScRiPt:${run}">a</a>`,
  `<a href="&#106;avascript&colon;${run}">a</a>`,
  `<a href="\u0001javascript:${run}">a</a>`,
  `<a href="data:text/html,<script>${run}</script>">a</a>`,
  `<a href="https://example.org/" ping="https://evil.example/" target="_blank" rel="opener">a</a>`,
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
  // SVG and MathML
  `<svg onload=${run}>`,
  `<svg><a><animate attributeName=href values=javascript:${run} /><text x=20 y=20>a</text></a></svg>`,
  `<svg><foreignObject><img src=x onerror=${run}></foreignObject></svg>`,
  `<math><mi xlink:href="javascript:${run}">x</mi></math>`,
  // mutation: what a second parse makes of it
  `<noscript><p title="</noscript><img src=x onerror=${run}>"></noscript>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
  `<template shadowrootmode=open><img src=x onerror=${run}></template>`,
  `${'<div>'.repeat(600)}<img src=x onerror=${run}>${'</div>'.repeat(600)}`,
  // names that get in the way of scripts
  `<a id=hacked>a</a>`,
  `<form id=document><input name=forms></form>`,
  `<b slot=x is=x-y>b</b>`,
  // odd bytes
  `<a href="javascript\u0000:${run}">a</a>`,
  `+ADw-script+AD4-${run}+ADw-/script+AD4-`,
];
