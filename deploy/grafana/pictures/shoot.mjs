// Draws every dashboard at the widths of a phone, a notebook and a desktop, on the scripted day and on an empty one, and
// talks to the chat page, in Debian's Chromium; docs has those that the documents show.  TestPictures in ../live runs it and says where everything is:
// PROMETHEUS and CHAT are addresses, DAY and EMPTY what the page is told of either, OUT a folder.
import {createServer} from 'node:http';
import {mkdirSync, readFileSync, readdirSync} from 'node:fs';
import puppeteer from 'puppeteer-core';

const {PROMETHEUS, CHAT, OUT} = process.env;
const dashboards = process.argv[2], here = import.meta.dirname;
const html = `<!doctype html><meta charset=utf-8><link rel=stylesheet href=/bundle.css><body style="margin:0"><div id=root></div>
<script>window.process = {env: {}}; window.global = window; window.grafanaBootData = {settings: {featureToggles: {}}}</script>
<script type=module src=/bundle.js></script>`;
const kinds = {js: 'text/javascript', css: 'text/css', json: 'application/json'};

const server = createServer(async (request, response) => {
  const {pathname, search} = new URL(request.url, 'http://localhost');
  if (pathname.startsWith('/api/')) { // Prometheus, as the same origin
    const answer = await fetch(PROMETHEUS + pathname + search);
    return response.writeHead(answer.status, {'content-type': kinds.json}).end(await answer.text());
  }
  const kind = kinds[pathname.split('.')[1]];
  if (!kind) return response.writeHead(200, {'content-type': 'text/html'}).end(html);
  const folder = pathname.startsWith('/dashboards/') ? dashboards : here;
  response.writeHead(200, {'content-type': kind}).end(readFileSync(folder + '/' + pathname.split('/').at(-1)));
}).listen(0, '127.0.0.1');
await new Promise((listens) => server.once('listening', listens));

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--lang=pt-BR'],
});
let problems = 0;
mkdirSync(OUT + '/docs', {recursive: true});

async function open(address, width, height) {
  const page = await browser.newPage();
  page.on('console', (m) => m.type() === 'error' && console.error(m.text().slice(0, 300), ++problems));
  page.on('pageerror', (e) => console.error(e.message.slice(0, 300), ++problems));
  await page.setViewport({width, height});
  await page.goto(address);
  await page.waitForSelector('body[data-ready="true"]', {timeout: 120e3});
  return page;
}

const only = new RegExp(process.env.ONLY ?? '');
for (const board of readdirSync(dashboards).map((file) => file.replace('.json', ''))) {
  for (const [when, range] of Object.entries({day: process.env.DAY, empty: process.env.EMPTY})) {
    for (const width of [1366, 1920, 390]) {
      const name = `${board}-${when}-${width}`;
      if (!only.test(name)) continue;
      const page = await open(`http://127.0.0.1:${server.address().port}/?board=${board}&${range}`, width, 900);
      await page.screenshot({path: `${OUT}/${name}.png`, fullPage: true});
      if (when === 'day' && width === 1366) await page.screenshot({path: `${OUT}/docs/${board}.png`}); // what a manager sees first
      await page.close();
    }
  }
}
if (CHAT && only.test('chat')) {
  const page = await open(CHAT, 1280, 800);
  for (const text of ['oi, quero uma consulta com a dra. Ana Souza, tenho Unimed', '1']) {
    const before = await page.$$eval('#messages .bubble.out', (all) => all.length);
    await page.type('#text', text);
    await page.click('#send');
    await page.waitForFunction((n) => document.querySelectorAll('#messages .bubble.out').length > n && document.querySelector('#typing').hidden, {}, before);
  }
  await page.screenshot({path: `${OUT}/docs/atende-chat.png`});
}
await browser.close();
server.close();
process.exit(problems > 0 ? 1 : 0);
