/** Messages with markup that may be shown, and how they read line by line. */
export const harmless: Readonly<Record<string, readonly string[]>> = {
  '<strong>残高</strong>が足りません。': ['残高が足りません。'],
  '確認：<ul><li>番号</li><li>期限<ol><li>月</li><li>年</li></ol></li></ul>終わり': [
    ...['確認：', '・番号', '・期限', '1. 月', '2. 年', '終わり'],
  ],
  '<p>一</p><p>二<br>三</p><div>四</div><h3>五</h3><div class="site-footer">六</div>': [
    ...['一', '二', '三', '四', '五', '六'],
  ],
  '<table><tr><th>項目</th><td>値</td></tr><tr><th>金額</th><td>1,000円</td></tr></table>': [
    ...['項目\t値', '金額\t1,000円'],
  ],
  '一行目\n二行目': ['一行目', '二行目'],
  '<script>断りました</script>': ['サーバーからのお知らせを表示できませんでした。'],
  '<a href="tel:0300000000">電話</a><a href="mailto:a@example.org">メール</a><a href="/contact/">窓口</a><a href="sct/">表記</a>':
    ['電話メール窓口表記'],
};

const run = 'window.hacked=1';

/**
 * Ways to run a script from markup, one of each kind that our settings of the sanitiser concern; DOMPurify's own tests
 * have the rest. Each sets `window.hacked`, opens a dialog, requests something from another host or leads there.
 */
export const vectors: readonly string[] = [
  `<script>${run}</script>`,
  // handlers
  `<img src=x onerror=${run}>`,
  `<b onmouseover=${run}>b</b>`,
  `<a onfocus=${run} autofocus href=#x>a</a>`,
  // addresses, also such as a browser would read as another host
  `<a href=" JaVa\tScRiPt:${run}">a</a>`,
  `<a href="&#106;avascript&colon;${run}">a</a>`,
  `<a href="data:text/html,<script>${run}</script>">a</a>`,
  `<a href="https://example.org/" ping="https://evil.example/" target="_blank" rel="opener">a</a>`,
  '<a href="./\\host">a</a><a href="/\\host">a</a><a href="//host">a</a>',
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
