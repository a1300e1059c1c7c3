#!/usr/bin/env node
// Playwright starts this in place of Firefox. It starts the installed Firefox, passes all messages on, and answers three
// commands itself.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

const answers = new Map([
  // Playwright needs it, and Firefox ESR does not know it yet
  ['emulation.setMediaFeaturesOverride', {}],
  // would keep every answer's body, which no test reads
  ['network.addDataCollector', { collector: 'none' }],
  // not needed: what it releases ends with the page
  ['script.disown', {}],
]);

const firefox = spawn(process.env.FIREFOX_PATH, process.argv.slice(2), {
  stdio: ['ignore', 'ignore', 'pipe'],
});
firefox.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => firefox.kill(signal));

function pass(client, address) {
  const browser = new WebSocket(`${address}/session`);
  const waiting = [];
  browser.on('open', () => {
    for (const message of waiting.splice(0)) browser.send(message);
  });
  browser.on('message', (message) => client.send(message.toString()));
  browser.on('close', () => client.close());
  client.on('close', () => browser.close());
  client.on('message', (data) => {
    const message = data.toString();
    const command = JSON.parse(message);
    const result = answers.get(command.method);
    // a window for each test would take longer than its page
    if (command.method === 'browsingContext.create') command.params.type = 'tab';
    const sent = JSON.stringify(command);
    if (result) client.send(JSON.stringify({ type: 'success', id: command.id, result }));
    else if (browser.readyState === WebSocket.OPEN) browser.send(sent);
    else waiting.push(sent);
  });
}

for await (const line of createInterface(firefox.stderr)) {
  const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1];
  if (!address) {
    console.error(line);
    continue;
  }
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (client) => pass(client, address));
  server.on('listening', () =>
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`),
  );
}
