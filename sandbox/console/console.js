// The sandbox's console. What it shows came from outside, so it is only ever set as text.
import { presetsFor } from './presets.js';

const callDescriptions = {
  token: 'GET /app/token.php',
  postalCode: 'POST /app/postalCode.php',
  memberRegisterCard: 'POST /app/memberRegisterCard.php',
  memberVerifyCard: 'POST /app/memberVerifyCard.php',
  memberRegisterBank: 'POST /app/memberRegisterBank.php',
  gatewayScript: 'ゲートウェイのスクリプト',
  gatewayToken: 'カードのトークン化',
  captchaScript: 'キャプチャのスクリプト',
  captchaToken: 'キャプチャのトークン',
};

const statusWords = {
  pending: ['認証待ち', 'warn'],
  complete: ['完了', 'good'],
  failed: ['失敗', 'bad'],
};

const byId = (id) => document.getElementById(id);
/** Keys of the entries that were drawn before, and of those that stand open. */
const seen = new Set();
const open = new Set();

/** An element with properties, classes and children; strings become text. */
function element(name, { className = '', ...properties } = {}, ...children) {
  const made = document.createElement(name);
  made.className = className;
  Object.assign(made, properties);
  made.append(...children.filter((child) => child !== null));
  return made;
}

const badge = (text, kind = '') => element('span', { className: `badge ${kind}` }, text);
const pretty = (value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
const timeOf = (iso) => new Date(iso).toLocaleTimeString('ja-JP');

async function call(path, init) {
  const response = await fetch(`/sandbox${path}`, init);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** A line that opens to show more. It stays as the user left it when the list is drawn anew. */
function entry(key, summary, details, { first }) {
  const drawn = element(
    'details',
    { className: seen.has(key) || first ? 'entry' : 'entry fresh', open: open.has(key) },
    element('summary', { className: 'row' }, ...summary),
    element('div', { className: 'body' }, ...details),
  );
  drawn.addEventListener('toggle', () => (drawn.open ? open.add(key) : open.delete(key)));
  seen.add(key);
  return drawn;
}

function replaceList(id, entries, emptyText) {
  byId(`${id}-count`).textContent = String(entries.length);
  const list = byId(id);
  const { scrollTop } = list;
  list.replaceChildren(...(entries.length > 0 ? entries : [element('p', { className: 'soft' }, emptyText)]));
  list.scrollTop = scrollTop;
}

function drawRegistrations(registrations, options) {
  const entries = registrations.map(({ id, method, status, payload, createdAt }) => {
    const [word, kind] = statusWords[status];
    const amount = Number(payload.paymentAmount).toLocaleString('ja-JP');
    return entry(
      `registration ${id}`,
      [
        element('span', { className: 'soft' }, `#${id}`),
        badge(word, kind),
        element('strong', { className: 'grow' }, `${payload.lastName} ${payload.firstName}`),
        element('span', {}, method === 'card' ? 'カード' : '口座引落'),
        element('span', {}, `${amount}円`),
        element('time', { className: 'soft', dateTime: createdAt }, timeOf(createdAt)),
      ],
      [element('pre', { className: 'inset mono' }, pretty(payload))],
      options,
    );
  });
  replaceList('registrations', entries, 'まだ登録がありません。フォームから申し込むと、ここに表示されます。');
}

function statusBadge({ status, durationMs }) {
  if (status === null) return durationMs === null ? badge('待機中', 'warn') : badge('切断', 'bad');
  if (status < 300) return badge(String(status), 'good');
  return badge(String(status), status < 400 ? '' : 'bad');
}

function drawRequests(requests, options) {
  const host = byId('host-filter').value;
  const entries = requests
    .filter((request) => host === '' || request.host === host)
    .map((request) =>
      entry(
        `request ${request.id}`,
        [
          element('time', { className: 'soft', dateTime: request.at }, timeOf(request.at)),
          statusBadge(request),
          element('span', { className: 'grow mono' }, `${request.method} ${request.path}`),
          request.scenario === null ? null : badge(request.scenario, 'warn'),
          element(
            'span',
            { className: 'soft' },
            request.durationMs === null ? '' : `${request.durationMs} ms`,
          ),
        ],
        [
          element('p', { className: 'soft' }, '送信 Body'),
          element(
            'pre',
            { className: 'inset mono' },
            request.host === 'gateway' ? '（カード情報のため記録しません）' : pretty(request.body),
          ),
          element('p', { className: 'soft' }, '応答 Answer'),
          element(
            'pre',
            { className: 'inset mono' },
            request.host === 'gateway' ? '（記録しません）' : pretty(request.answer),
          ),
        ],
        options,
      ),
    );
  replaceList('requests', entries, 'まだリクエストがありません。');
}

async function setScenario(name, scenario) {
  await call(`/scenarios/${name}`, { method: 'PUT', body: JSON.stringify(scenario) });
}

function scenarioRow(name) {
  const presets = presetsFor(name);
  const select = element(
    'select',
    { ariaLabel: `${name} のシナリオ` },
    element('option', { value: '' }, '通常どおり'),
    ...presets.map(({ label }, index) => element('option', { value: String(index) }, label)),
  );
  select.addEventListener('change', async () => {
    if (select.value === '') return call(`/scenarios/${name}`, { method: 'DELETE' });
    const times = Number(document.querySelector('input[name=times]:checked').value);
    const { scenario } = presets[Number(select.value)];
    await setScenario(name, times > 0 ? { ...scenario, times } : scenario);
  });
  const row = element(
    'div',
    { className: 'scenario' },
    element(
      'div',
      {},
      element('h3', { className: 'mono' }, name),
      element('div', { className: 'mono soft' }, callDescriptions[name] ?? ''),
    ),
    select,
  );
  row.dataset.call = name;
  return row;
}

function drawScenarios(scenarios) {
  for (const row of document.querySelectorAll('.scenario')) {
    const { call: name } = row.dataset;
    const scenario = scenarios[name];
    row.querySelector('.force')?.remove();
    if (scenario === undefined) {
      row.querySelector('select').value = '';
      continue;
    }
    const { times, ...what } = scenario;
    const remove = element('button', { type: 'button' }, '解除');
    remove.addEventListener('click', () => call(`/scenarios/${name}`, { method: 'DELETE' }));
    row.append(
      element(
        'div',
        { className: 'force inset row' },
        element('strong', {}, times === undefined ? '解除まで' : `あと${times}回`),
        element(
          'code',
          { className: 'mono', title: JSON.stringify(what) },
          JSON.stringify(what).slice(0, 200),
        ),
        remove,
      ),
    );
  }
}

function copyButton(value) {
  const button = element('button', { type: 'button', className: 'copy mono', title: 'コピーする' }, value);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(value);
    button.dataset.copied = 'yes';
    setTimeout(() => delete button.dataset.copied, 1500);
  });
  return button;
}

function tableRow(...cells) {
  return element('tr', {}, ...cells.map((cell) => element('td', {}, cell)));
}

let drawing = null;
let again = false;

/** Fetches and draws everything; calls that come meanwhile are gathered into one more round. */
async function refresh({ first = false } = {}) {
  if (drawing) {
    again = true;
    return drawing;
  }
  drawing = (async () => {
    const [registrations, requests, scenarios] = await Promise.all(
      ['/registrations', '/requests', '/scenarios'].map((path) => call(path)),
    );
    drawRegistrations(registrations, { first });
    drawRequests(requests, { first });
    drawScenarios(scenarios);
  })();
  try {
    await drawing;
  } finally {
    drawing = null;
  }
  if (again) {
    again = false;
    await refresh();
  }
}

function listen() {
  const events = new EventSource('/sandbox/events');
  const say = (live, text) => {
    byId('live').textContent = text;
    byId('live').dataset.live = live;
  };
  events.addEventListener('open', () => {
    say('yes', 'ライブ更新中');
    void refresh();
  });
  events.addEventListener('change', () => void refresh());
  events.addEventListener('error', () => say('no', 'サンドボックスにつながりません。再接続しています…'));
}

async function start() {
  const { addresses, calls, testCards, testValues } = await call('/about');
  byId('form-link').href = `${addresses.site}/form/member`;
  byId('scenarios').append(...calls.map(scenarioRow));
  byId('custom-call').append(...calls.map((name) => element('option', { value: name }, name)));
  byId('cards').append(
    ...testCards.map(({ number, brand, meaning }) => tableRow(copyButton(number), brand, meaning)),
  );
  byId('values').append(
    ...testValues.map(({ field, value, meaning }) => tableRow(copyButton(value), field, meaning)),
  );

  byId('reset').addEventListener('click', () => {
    if (confirm('登録・リクエスト・シナリオをすべて消します。よろしいですか？'))
      void call('/reset', { method: 'POST' });
  });
  byId('clear-scenarios').addEventListener('click', () => call('/scenarios', { method: 'DELETE' }));
  byId('host-filter').addEventListener('change', () => refresh());
  byId('custom-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    try {
      await setScenario(form.get('call'), JSON.parse(form.get('scenario')));
      byId('custom-result').textContent = '有効にしました。';
    } catch (error) {
      byId('custom-result').textContent = error.message;
    }
  });

  await refresh({ first: true });
  listen();
}

void start();
