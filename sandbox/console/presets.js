// The scenarios that the console offers for each call. Any other can be given as JSON.

const hostile = [
  '<img src="x" onerror="document.title=\'hacked\'">画像',
  '<script>document.title="hacked"</script>スクリプト',
  '<a href="javascript:document.title=\'hacked\'">リンク</a>',
  '<form action="https://evil.example/"><input name="cardNum"><button>送信</button></form>',
];
const messages = ['受け付けられませんでした。', '詳しくは<a href="/contact/">お問い合わせ</a>ください。'];
const manyMessages = Array.from({ length: 1000 }, (_, index) => `メッセージ ${index + 1}`);
const refusal = (told) => ({ body: { success: false, messages: told } });

const network = {
  '遅い（5秒）': { delayMs: 5000 },
  '非常に遅い（30秒）': { delayMs: 30_000 },
  応答しない: { delayMs: 3_600_000 },
  処理の前に切断: { drop: 'before' },
  ...Object.fromEntries([400, 401, 403, 404, 429, 500].map((status) => [`HTTP ${status}`, { status }])),
};

const answers = {
  処理の後に切断: { drop: 'after' },
  'HTTP 502（HTMLの応答）': { status: 502, body: '<h1>502 Bad Gateway</h1>', contentType: 'text/html' },
  壊れたJSON: { body: '{"success":tru' },
  形の違うJSON: { body: { result: [1, 2, 3] } },
  空の応答: { body: '' },
};

const refusals = {
  '断る（メッセージ2件）': refusal(messages),
  '断る（メッセージなし）': { body: { success: false } },
  '断る（メッセージ1000件）': refusal(manyMessages),
  '断る（悪意のあるHTML）': refusal(hostile),
};

const brokenScript = { 壊れたスクリプト: { body: 'syntax error(', contentType: 'text/javascript' } };
const asksQuestion = { '質問する（VITE_CAPTCHA_TYPE=invisible）': { body: { question: true }, times: 1 } };
const cardIsBusy = { '混雑（901）': { body: { resultCode: '901' } } };

/** The scenarios that make sense for a call, by the names that the console shows. */
export function presetsFor(call) {
  if (call.endsWith('Script')) return { ...network, ...brokenScript };
  if (call === 'gatewayToken') return { ...network, ...answers, ...cardIsBusy };
  if (call === 'captchaToken') return { ...network, ...answers, ...asksQuestion };
  return { ...network, ...answers, ...(call.startsWith('member') && refusals) };
}
