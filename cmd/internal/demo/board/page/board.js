// The cluster page: every snapshot of the server is drawn over the one before.

const $ = (id) => document.getElementById(id)
const number = new Intl.NumberFormat('pt-BR')
const lease = 3000 // ms, as long as a lease is when it was just renewed
const remembered = 240 // snapshots in the history, four a second

const rows = new Map() // node → its elements
let history = [] // conversations of each node, oldest first
let drawn = 0 // number of the newest event in the list
let sliding = 0 // until when the slider is the visitor's

function make(tag, className, ...children) {
  const node = document.createElement(tag)
  if (className) node.className = className
  node.append(...children)
  return node
}

// many is "1 nó" or "3 nós".
function many(count, one, more) {
  return `${number.format(count)} ${count === 1 ? one : more}`
}

// here: a process that was killed is gone at once, whatever is left of its lease.
function here(node) {
  return node.live && node.process !== 'gone'
}

function text(element, value) {
  const next = String(value)
  if (element.textContent !== next) element.textContent = next
}

async function wish(path, body) {
  $('notice').hidden = true
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body || {}),
  }).catch(() => null)
  if (response && response.ok) return
  text($('notice'), response && response.status === 409 ? 'Agora não é possível.' : 'O pedido não foi atendido. Tente de novo.')
  $('notice').hidden = false
}

// --- nodes ---

const actions = [
  { what: 'stop', label: 'Drenar e parar', in: ['running'] },
  { what: 'freeze', label: 'Congelar', in: ['running'] },
  { what: 'thaw', label: 'Descongelar', in: ['frozen'] },
  { what: 'kill', label: 'Matar (kill -9)', in: ['running', 'frozen', 'stopping'], className: 'danger' },
  { what: 'start', label: 'Iniciar de novo', in: ['gone'] },
]

function row(name, place) {
  const parts = {
    pill: make('span', 'pill'),
    bar: make('div', 'fill'),
    lease: make('div', 'fill'),
    numbers: {},
    labels: {},
    buttons: {},
  }
  const numbers = make('p', 'numbers')
  for (const [key, label, one] of [['conversations', 'conversas', 'conversa'], ['shards', 'partições', 'partição'], ['pending', 'na fila'], ['resident', 'na memória'], ['replies', 'respostas/s'], ['latency', 'até responder']]) {
    parts.numbers[key] = make('b', key)
    parts.labels[key] = { more: label, one: one || label, shown: make('span', '', label) }
    numbers.append(make('span', '', parts.numbers[key], ' ', parts.labels[key].shown))
  }
  const buttons = make('div', 'actions')
  for (const action of actions) {
    const button = make('button', action.className || '', action.label)
    button.type = 'button'
    button.dataset.what = action.what
    button.addEventListener('click', () => wish(`/nodes/${encodeURIComponent(name)}/${action.what}`))
    parts.buttons[action.what] = button
    buttons.append(button)
  }
  parts.item = make(
    'li',
    'node',
    make('div', '', make('span', 'name', name), ' ', parts.pill),
    make('div', 'track', parts.bar),
    make('div', 'lease', parts.lease),
    numbers,
    buttons,
  )
  parts.item.dataset.node = name
  parts.item.dataset.own = place
  $('nodes').append(parts.item)
  rows.set(name, parts)
  return parts
}

function stateOf(node) {
  switch (node.process) {
    case 'starting': return ['iniciando', '']
    case 'frozen': return [node.live ? 'congelado' : 'congelado, sem prazo', 'cold']
    case 'stopping': return ['drenando', 'warm']
    case 'gone': return [node.live ? 'morto, prazo correndo' : 'parado', node.live ? 'bad' : '']
  }
  if (!node.member || !node.live) return ['fora do cluster', 'warm']
  return node.state === 'draining' ? ['drenando', 'warm'] : ['no ar', 'good']
}

function drawNode(node, place, total) {
  const parts = rows.get(node.name) || row(node.name, place)
  const [label, className] = stateOf(node)
  text(parts.pill, label)
  parts.pill.className = 'pill ' + className
  parts.item.dataset.process = node.process
  parts.item.dataset.live = node.live
  parts.bar.style.width = (total ? (100 * node.conversations) / total : 0) + '%'
  parts.lease.style.width = (node.live ? Math.min(100, Math.max(0, (100 * node.leaseMs) / lease)) : 0) + '%'
  text(parts.numbers.conversations, node.conversations)
  text(parts.numbers.shards, node.live ? node.shards : 0)
  text(parts.numbers.pending, node.live ? node.pending : 0)
  text(parts.numbers.resident, node.resident)
  text(parts.numbers.replies, number.format(Math.round(node.replies * 10) / 10))
  for (const label of Object.entries(parts.labels)) text(label[1].shown, parts.numbers[label[0]].textContent === '1' ? label[1].one : label[1].more)
  text(parts.numbers.latency, node.latencyMs < 0 ? '–' : duration(node.latencyMs))
  for (const action of actions) parts.buttons[action.what].hidden = !action.in.includes(node.process)
}

function duration(ms) {
  return ms < 1000 ? Math.round(ms) + ' ms' : number.format(Math.round(ms / 100) / 10) + ' s'
}

// --- the other parts ---

function drawPromises(promises) {
  for (const key of ['accepted', 'answered', 'waiting', 'lost', 'appointments', 'double']) {
    text($(key), number.format(promises[key]))
    const tile = $(key).parentElement
    if (tile.classList.contains('promise')) tile.classList.toggle('broken', promises[key] > 0)
  }
  const { replies, medianMs, slowMs, worstMs } = promises
  text($('latency'), replies ? [medianMs, slowMs, worstMs].map(duration).join(' · ') : '–')
}

function drawMap(shards) {
  const map = $('map')
  while (map.children.length < shards.length) map.append(make('i'))
  shards.forEach((place, i) => {
    const cell = map.children[i]
    if (cell.dataset.own !== String(place)) cell.dataset.own = place
  })
}

function drawHistory(nodes) {
  history.push(nodes.map((node) => node.conversations))
  history = history.slice(-remembered)
  const canvas = $('history')
  const context = canvas.getContext('2d')
  const { width, height } = canvas
  const style = getComputedStyle(document.documentElement)
  const most = Math.max(1, ...history.map((counts) => counts.reduce((a, b) => a + b, 0)))
  const step = width / remembered
  context.clearRect(0, 0, width, height)
  history.forEach((counts, i) => {
    const x = width - (history.length - i) * step
    let y = height
    counts.forEach((count, place) => {
      const tall = (count / most) * height
      context.fillStyle = style.getPropertyValue('--n' + place)
      context.fillRect(x, y - tall, step + 0.5, tall)
      y -= tall
    })
  })
}

function drawEvents(events) {
  const list = $('events')
  for (const event of events.filter((e) => e.number > drawn).reverse()) {
    const time = make('time', '', new Date(event.at).toLocaleTimeString('pt-BR'))
    list.prepend(make('li', '', time, make('span', event.kind, event.text)))
    drawn = event.number
  }
  while (list.children.length > 60) list.lastElementChild.remove()
}

function draw(snapshot) {
  const { nodes, promises, traffic } = snapshot
  nodes.forEach((node, place) => drawNode(node, place, traffic.conversations))
  $('add').disabled = nodes.length >= Number(document.body.dataset.maxNodes)
  drawPromises(promises)
  drawMap(snapshot.shards)
  drawHistory(nodes)
  drawEvents(snapshot.events)
  text($('moved'), many(snapshot.moved, 'mudança de dono', 'mudanças de dono'))
  text($('conversations'), many(traffic.conversations, 'conversa', 'conversas') + ' de pacientes simulados')
  if (Date.now() > sliding) {
    $('rate').value = traffic.rate
    text($('rate-shown'), number.format(traffic.rate))
  }
  text($('presence'), snapshot.known ? `${many(nodes.filter(here).length, 'nó vivo', 'nós vivos')}, ${many(snapshot.pending, 'mensagem', 'mensagens')} na fila` : 'nenhum nó responde')
  document.body.dataset.ready = String(nodes.length > 0)
}

$('add').addEventListener('click', () => wish('/nodes'))
$('rate').addEventListener('input', () => {
  sliding = Date.now() + 1500
  text($('rate-shown'), $('rate').value)
})
$('rate').addEventListener('change', () => wish('/traffic', { rate: Number($('rate').value) }))

const source = new EventSource('/events')
source.onmessage = (event) => draw(JSON.parse(event.data))
source.onerror = () => text($('presence'), 'sem conexão com a demonstração')
