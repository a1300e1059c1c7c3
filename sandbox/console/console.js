// The sandbox's console. It shows data from outside, so it sets text and never HTML.
import { presetsFor } from './presets.js';

const REFRESH_MS = 1000;

const statusWords = {
  pending: ['認証待ち', 'warn'],
  complete: ['完了', 'good'],
  failed: ['失敗', 'bad'],
};

const byId = (id) => document.getElementById(id);

/** An element with properties and children; strings become text. */
function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const badge = (text, kind) => element('b', { className: kind }, text);
const soft = (text) => element('span', { className: 'soft' }, text);
const grow = (text) => element('span', { className: 'grow' }, text);
const pretty = (value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
const timeOf = (iso) => soft(new Date(iso).toLocaleTimeString('ja-JP'));

async function call(path, init) {
  const response = await fetch(`/sandbox${path}`, init);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

const open = new Set();

/** A line that opens to show more. It stays open or closed when the list is rendered again. */
function entry(key, summary, details) {
  const line = element(
    'details',
    { open: open.has(key) },
    element('summary', { className: 'row' }, ...summary),
    ...details.map(([title, value]) => element('pre', {}, soft(title), '\n', pretty(value))),
  );
  line.addEventListener('toggle', () => (line.open ? open.add(key) : open.delete(key)));
  return line;
}

function replaceList(id, entries, emptyText) {
  byId(`${id}-count`).textContent = String(entries.length);
  byId(id).replaceChildren(...(entries.length > 0 ? entries : [soft(emptyText)]));
}

function registrationEntry({ id, status, payload, createdAt }) {
  return entry(
    `registration ${id}`,
    [
      soft(`#${id}`),
      badge(...statusWords[status]),
      grow(`${payload.lastName} ${payload.firstName}`),
      `${payload.paymentMethod} ${Number(payload.paymentAmount).toLocaleString('ja-JP')}円`,
      timeOf(createdAt),
    ],
    [['送信内容', payload]],
  );
}

function statusBadge({ status, durationMs }) {
  if (status === null) return durationMs === null ? badge('待機中', 'warn') : badge('切断', 'bad');
  return badge(String(status), status < 300 ? 'good' : 'bad');
}

function requestEntry(request) {
  const { id, at, host, method, path, scenario, durationMs, body, answer } = request;
  const hidden = host === 'gateway' ? '（カード情報のため記録しません）' : null;
  return entry(
    `request ${id}`,
    [
      timeOf(at),
      statusBadge(request),
      grow(`${method} ${path}`),
      ...(scenario === null ? [] : [badge(scenario, 'warn')]),
      soft(durationMs === null ? '' : `${durationMs} ms`),
    ],
    [
      ['送信', hidden ?? body],
      ['応答', hidden ?? answer],
    ],
  );
}

const setScenario = (name, scenario) =>
  call(`/scenarios/${name}`, { method: 'PUT', body: JSON.stringify(scenario) });
const removeScenario = (name) => call(`/scenarios/${name}`, { method: 'DELETE' });

function scenarioRow(name) {
  const presets = presetsFor(name);
  const select = element(
    'select',
    { ariaLabel: `${name} のシナリオ` },
    new Option('通常どおり', ''),
    ...Object.keys(presets).map((label) => new Option(label)),
  );
  select.addEventListener('change', () => {
    if (select.value === '') return removeScenario(name);
    const times = Number(document.querySelector('input[name=times]:checked').value);
    const scenario = presets[select.value];
    return setScenario(name, times > 0 ? { ...scenario, times } : scenario);
  });
  const row = element('div', { className: 'row scenario' }, grow(name), select);
  row.dataset.call = name;
  return row;
}

function renderScenarios(scenarios) {
  for (const row of document.querySelectorAll('.scenario')) {
    const { call: name } = row.dataset;
    row.querySelector('.in-force')?.remove();
    if (!scenarios[name]) row.querySelector('select').value = '';
    if (!scenarios[name]) continue;
    const { times, ...what } = scenarios[name];
    const remove = element('button', { type: 'button' }, '解除');
    remove.addEventListener('click', () => removeScenario(name));
    row.append(
      element(
        'div',
        { className: 'in-force warn row' },
        element('strong', {}, times === undefined ? '解除まで' : `あと${times}回`),
        grow(JSON.stringify(what).slice(0, 200)),
        remove,
      ),
    );
  }
}

function tableRow(value, ...cells) {
  const button = element('button', { type: 'button', title: 'コピーする' }, value);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(value);
    button.textContent = `${value} ✓`;
  });
  return element('tr', {}, ...[button, ...cells].map((cell) => element('td', {}, cell)));
}

let rendered = '';

/** Fetches everything, and renders what has changed. */
async function refresh() {
  try {
    const paths = ['/registrations', '/requests', '/scenarios'];
    const [registrations, requests, scenarios] = await Promise.all(paths.map((path) => call(path)));
    const fetched = JSON.stringify([registrations, requests, scenarios]);
    if (fetched !== rendered) {
      const noRegistration = 'まだ登録がありません。フォームから申し込むと、ここに表示されます。';
      replaceList('registrations', registrations.map(registrationEntry), noRegistration);
      replaceList('requests', requests.map(requestEntry), 'まだリクエストがありません。');
      renderScenarios(scenarios);
      rendered = fetched;
    }
    byId('live').textContent = '自動更新中';
  } catch {
    byId('live').textContent = 'サンドボックスにつながりません。再接続しています…';
  }
  setTimeout(refresh, REFRESH_MS);
}

async function start() {
  const { form, calls, testCards, testValues } = await call('/about');
  byId('form-link').href = form;
  byId('scenarios').append(...calls.map(scenarioRow));
  byId('custom-call').append(...calls.map((name) => new Option(name)));
  byId('cards').append(...testCards.map(([number, brand, , meaning]) => tableRow(number, brand, meaning)));
  byId('values').append(...testValues.map(([field, value, meaning]) => tableRow(value, field, meaning)));

  byId('reset').addEventListener('click', () => {
    if (confirm('登録・リクエスト・シナリオをすべて消します。よろしいですか？'))
      void call('/reset', { method: 'POST' });
  });
  byId('clear-scenarios').addEventListener('click', () => call('/scenarios', { method: 'DELETE' }));
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
  await refresh();
}

void start();
