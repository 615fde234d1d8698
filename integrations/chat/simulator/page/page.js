// The chat page: one session at a time, drawn from the events of the simulator's control API.
// Everything that people wrote reaches the page as text nodes, never as HTML.

const $ = (id) => document.getElementById(id)
const narrow = matchMedia('(max-width: 899px)')
const typingFor = 30_000 // as long as the simulator believes in a turn

const operations = {
  get_session: 'Ler a sessão',
  send_in_session: 'Enviar na sessão',
  send_by_phone: 'Enviar por telefone',
  transfer: 'Transferir',
  add_tags: 'Pôr etiquetas',
  transfer_v1: 'Transferência v1 (proibida)',
}
const media = { AUDIO: 'Áudio', IMAGE: 'Imagem', VIDEO: 'Vídeo', DOCUMENT: 'Documento', STICKER: 'Figurinha', LOCATION: 'Localização', CONTACT: 'Contato' }
const outcomes = { agendado: 'Agendado', transferido: 'Transferido', sem_interesse: 'Sem interesse' }
const ticks = { pending: 'Enviada', delivered: 'Entregue', read: 'Lida', failed: 'Não entregue' }

let session = {}
let source = null
let bubbles = new Map() // message id → its list item
let deliveries = new Map() // message id → its line in the side panel
let lastRead = 0 // when the agent last read the session
let lastDay = ''
let lastSide = ''
let writingAs = 'patient'
let atEnd = true // the last message is in sight, and stays so

// --- small helpers ---

function make(tag, className, ...children) {
  const node = document.createElement(tag)
  if (className) node.className = className
  node.append(...children)
  return node
}

function icon(path) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}

async function api(method, path, body) {
  const response = await fetch('/sim/sessions' + path, {
    method,
    headers: body ? { 'Content-Type': 'application/json' } : {},
    body: body ? JSON.stringify(body) : undefined,
  })
  if (!response.ok) throw Object.assign(new Error('status ' + response.status), { status: response.status })
  return response.json()
}

function later(wait, action) {
  let timer
  return () => {
    clearTimeout(timer)
    timer = setTimeout(action, wait)
  }
}

const clock = (at) => new Date(at).toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit' })
const seconds = (at) => new Date(at).toLocaleTimeString('pt-BR')

function dayName(at) {
  const day = new Date(at)
  const away = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 86_400_000)
  if (away === 0) return 'Hoje'
  if (away === 1) return 'Ontem'
  return day.toLocaleDateString('pt-BR', { day: 'numeric', month: 'long', year: 'numeric' })
}

function showPhone(digits) {
  const parts = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits || '')
  return parts ? `+55 ${parts[1]} ${parts[2]}-${parts[3]}` : '+' + (digits || '')
}

function notice(text) {
  $('notice').textContent = text
  $('notice').hidden = !text
}

// --- WhatsApp formatting: *bold*, _italic_, ~struck~, ```monospace``` ---

const marks = { '*': 'strong', _: 'em', '~': 's' }
const marked = /(^|[^\p{L}\p{N}*_~])([*_~])(?=\S)([^\n]*?\S)\2(?![\p{L}\p{N}])/u

function formatted(text) {
  const out = document.createDocumentFragment()
  text.split(/```([\s\S]+?)```/).forEach((piece, i) => {
    if (i % 2) out.append(make('code', '', piece))
    else out.append(inline(piece))
  })
  return out
}

function inline(text) {
  const out = document.createDocumentFragment()
  for (let found; (found = marked.exec(text)); ) {
    out.append(text.slice(0, found.index) + found[1], make(marks[found[2]], '', inline(found[3])))
    text = text.slice(found.index + found[0].length)
  }
  out.append(text)
  return out
}

// --- messages ---

function addMessage(message) {
  if (bubbles.has(message.id)) return
  separate(message.at)
  const bubble = make('li', 'bubble ' + message.direction)
  if (message.direction !== lastSide) bubble.classList.add('first')
  lastSide = message.direction
  bubble.dataset.via = message.via
  bubble.append(make('span', 'quiet', message.direction === 'in' ? 'Paciente: ' : 'Clínica: '))
  if (message.via === 'human') bubble.append(make('span', 'by', 'Atendente'))
  if (message.via === 'phone') bubble.append(make('span', 'by', 'Enviada por telefone'))
  if (message.type !== 'TEXT') bubble.append(attachment(message))
  if (message.text) bubble.append(make('span', 'text', formatted(message.text)))
  bubble.append(meta(message))
  if (message.menu) bubble.append(menu(message.menu))
  bubbles.set(message.id, { bubble, message })
  showTick(message.id)
  $('messages').append(bubble)
  if (atEnd || message.direction === 'in') toEnd()
  else $('to-end').hidden = false
}

// What can be tapped under a message, like WhatsApp shows it: buttons, or one that opens a list.  A message of long ago can be
// tapped, too.
function menu({ open, options }) {
  const box = make('div', 'menu')
  box.setAttribute('role', 'group')
  box.setAttribute('aria-label', 'Responder com um toque')
  if (!open) {
    box.append(...options.map((option) => menuButton(option.title, () => tap(option))))
    return box
  }
  const opener = menuButton(open, () => openList(open, options))
  opener.prepend(icon('M4 6h.5M9 6h11M4 12h.5M9 12h11M4 18h.5M9 18h11'))
  opener.setAttribute('aria-haspopup', 'dialog')
  box.append(opener)
  return box
}

function menuButton(title, action) {
  const button = make('button', '', make('span', '', title))
  button.type = 'button'
  button.addEventListener('click', action)
  return button
}

function openList(title, options) {
  $('list-title').textContent = title
  $('list-rows').replaceChildren(
    ...options.map((option) => {
      const row = make('button', '', make('span', 'row-title', option.title))
      if (option.detail) row.append(make('span', 'row-detail', option.detail))
      row.type = 'button'
      row.addEventListener('click', () => {
        $('list').close()
        tap(option)
      })
      return make('li', '', row)
    }),
  )
  $('list').showModal()
}

// The path of a file that the simulator itself serves, '' for any other.
function servedPath(file) {
  const path = file && typeof file.publicUrl === 'string' ? /\/sim\/files\/[a-z0-9]+$/.exec(file.publicUrl) : null
  return path ? path[0] : ''
}

function attachment(message) {
  const label = media[message.type] || message.type
  const path = servedPath(message.file)
  if (path && message.type === 'IMAGE') return picture(path, label)
  if (path && message.type === 'AUDIO') return sound(path, label)
  const name = message.file && typeof message.file.name === 'string' ? message.file.name : ''
  const box = make('span', 'file', icon('M7 3h7l4 4v14H7zM14 3v4h4'), make('span', '', label))
  if (name) box.append(make('span', 'file-name', name))
  return box
}

function picture(path, label) {
  const image = make('img', 'picture')
  image.alt = label
  image.addEventListener('load', () => atEnd && toEnd())
  image.src = path
  return image
}

function sound(path, label) {
  const player = make('audio', 'sound')
  player.controls = true
  player.preload = 'metadata'
  player.setAttribute('aria-label', label)
  player.src = path
  return player
}

function meta(message) {
  const time = make('time', '', clock(message.at))
  time.dateTime = message.at
  const line = make('span', 'meta', time)
  if (message.direction === 'in') line.append(make('span', 'tick'))
  return line
}

// The patient's own messages carry ticks: sent, delivered to the agent, read by it.
function showTick(id) {
  const { bubble, message } = bubbles.get(id) || {}
  const tick = bubble && bubble.querySelector('.tick')
  if (!tick) return
  let state = message.delivery || 'pending'
  if (state === 'delivered' && Date.parse(message.at) <= lastRead) state = 'read'
  if (tick.dataset.state === state) return
  tick.dataset.state = state
  const shape = { pending: 'M5 13l4 4L18 7', failed: 'M12 6v8M12 17.5v.5' }[state] || 'M2 13l4 4L15 7M11 16l1 1 9-10'
  tick.replaceChildren(icon(shape), make('span', 'quiet', ticks[state]))
}

function separate(at) {
  const day = dayName(at)
  if (day === lastDay) return
  lastDay = day
  lastSide = ''
  $('messages').append(make('li', 'day', day))
}

function tell(text, action) {
  lastSide = ''
  const line = make('li', 'system', text)
  if (action) line.append(' ', action)
  $('messages').append(line)
  if (atEnd) toEnd()
}

function welcome(record) {
  $('messages').append(
    make('li', 'welcome', make('strong', '', `Você é ${record.name}, paciente.`), ' Escreva como escreveria no WhatsApp da clínica, ou toque em uma das sugestões abaixo.'),
  )
}

function scrolled() {
  const box = $('scroller')
  atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 80
  if (atEnd) $('to-end').hidden = true
}

function toEnd() {
  $('scroller').scrollTop = $('scroller').scrollHeight
  atEnd = true
  $('to-end').hidden = true
}

let typingTimer
function showTyping(on) {
  clearTimeout(typingTimer)
  $('typing').hidden = !on
  if (on) typingTimer = setTimeout(() => showTyping(false), typingFor)
  showPresence()
  if (on && atEnd) toEnd()
}

function showPresence() {
  const online = document.body.dataset.ready === 'true'
  const present = session.robot === false ? 'uma pessoa da equipe atende' : 'online'
  $('presence').textContent = !online ? 'conectando…' : $('typing').hidden ? present : 'digitando…'
}

// --- suggestions ---

function persona() {
  const p = session.persona || {}
  return `${p.name}, CPF ${p.cpf}, nascimento ${p.birthDate}`
}

function suggestions() {
  const spoken = [...bubbles.values()].map((b) => b.message)
  if (!spoken.some((m) => m.direction === 'in')) {
    return ['oi, queria marcar com a dra. Ana, tenho Unimed', 'preciso de um cardiologista, particular', 'tem horário sexta à tarde?']
  }
  const text = lastAnswer(spoken).toLowerCase()
  const list = []
  if (/cpf|nascimento|nome completo|seu nome/.test(text)) list.push(persona())
  if (/confirm|está certo|posso (agendar|marcar)/.test(text)) list.push('sim, pode confirmar', 'não')
  if (/(^|\n)\W*1\W/.test(text)) list.push('1', '2')
  if (/(^|\n)\W*1\W.*\d:\d\d/.test(text)) list.push('nenhum desses')
  if (!list.length) list.push('quero marcar uma consulta', persona(), 'obrigado!')
  list.push('quero falar com uma pessoa')
  return list
}

// The parts of the clinic's last answer, also while the patient's next messages wait for theirs.
function lastAnswer(spoken) {
  const end = spoken.findLastIndex((m) => m.direction === 'out') + 1
  const start = spoken.slice(0, end).findLastIndex((m) => m.direction === 'in') + 1
  return spoken.slice(start, end).map((m) => m.text).join('\n')
}

function showSuggestions() {
  const list = writingAs === 'human' ? ['Oi! Aqui é da recepção, em que posso ajudar?'] : suggestions()
  $('hints').replaceChildren(
    ...list.map((text) => {
      const chip = make('button', 'chip', text)
      chip.type = 'button'
      chip.addEventListener('click', () => send(text))
      return chip
    }),
  )
  $('hints').scrollLeft = 0
}

// --- side panel ---

function rows(list, entries) {
  list.replaceChildren()
  for (const [name, value] of entries) {
    if (value === undefined || value === null || value === '') continue
    list.append(make('dt', '', name), make('dd', '', ...(value instanceof Node ? [value] : [String(value)])))
  }
}

function showSession(next) {
  const before = session
  session = { ...session, ...next }
  const robot = session.robot
  const status = $('status')
  status.textContent = session.status ?? 'sem status'
  status.className = 'pill ' + (robot ? 'good' : 'warm')
  $('outcome').textContent = outcome()
  $('outcome').className = 'pill ' + (outcome() === 'Agendado' ? 'good' : 'plain')
  rows($('facts'), [
    ['Quem responde', robot ? 'Robô' : 'Pessoa'],
    ['Equipe', session.teamName],
    ['Plataforma', session.platform],
    ['Instância', session.instanceNumber],
    ['Departamento', session.departmentId],
    ['Etiquetas', tags()],
    ['Atenção', session.v1TransferUsed ? 'a transferência v1 foi usada' : ''],
  ])
  const p = session.persona || {}
  rows($('persona'), [['Nome', session.name], ['Telefone', showPhone(session.phone)], ['CPF', p.cpf], ['Nascimento', p.birthDate]])
  document.body.dataset.owner = robot ? 'robot' : 'human'
  showPresence()
  $('take-over').hidden = !robot
  $('hand-back').hidden = robot
  $('role').hidden = robot
  if (robot && writingAs === 'human') writeAs('patient')
  if (before.robot !== undefined) tellChange(before)
}

function tags() {
  if (!session.tags || !session.tags.length) return ''
  return make('span', 'tags', ...session.tags.map((tag) => make('span', 'tag', tag)))
}

function outcome() {
  const known = (session.tags || []).map((tag) => outcomes[tag]).filter(Boolean)
  if (known.length) return known.at(-1)
  if (!session.robot) return session.departmentId ? 'Transferido' : 'Com atendente'
  return 'Em conversa'
}

function tellChange(before) {
  if (before.robot && !session.robot) {
    tell(session.departmentId ? `Conversa transferida para ${session.teamName}` : 'Um atendente assumiu a conversa')
  }
  if (!before.robot && session.robot) tell('O robô voltou a atender')
  if (session.continuedIn && !before.continuedIn) {
    const link = make('a', '', 'Abrir a nova conversa')
    link.href = '#' + session.continuedIn
    tell('A clínica escreveu em uma nova conversa.', link)
  }
}

function logLine(list, at, title, status, ms, note) {
  const good = status >= 200 && status < 300
  const code = make('span', 'code ' + (good ? 'good' : 'bad'), status ? String(status) : '–')
  const line = make('li', '', make('time', '', seconds(at)), make('span', 'what', title))
  if (note) line.append(make('span', 'how', note))
  line.append(code, make('span', 'ms', ms + ' ms'))
  list.prepend(line)
  while (list.children.length > 100) list.lastElementChild.remove()
  return line
}

function addCall(call) {
  logLine($('calls'), call.at, operations[call.operation] || call.operation, call.status, call.ms)
  $('calls-count').textContent = Number($('calls-count').textContent) + 1
  if (call.operation !== 'get_session' || call.status !== 200) return
  lastRead = Math.max(lastRead, Date.parse(call.at))
  bubbles.forEach((_, id) => showTick(id))
}

function showDelivery(delivery) {
  const entry = bubbles.get(delivery.messageId)
  if (entry) {
    entry.message.delivery = delivery.state
    showTick(delivery.messageId)
  }
  const old = deliveries.get(delivery.messageId)
  const note = delivery.tries > 1 ? delivery.tries + ' tentativas' : ''
  const title = { pending: delivery.tries ? 'Tentando de novo' : 'Na fila', delivered: 'Aceito pelo agente', failed: 'Desistiu' }[delivery.state]
  const line = logLine($('deliveries'), delivery.at, title, delivery.status, delivery.ms, note)
  if (old && old.isConnected) old.replaceWith(line)
  deliveries.set(delivery.messageId, line)
  $('deliveries-count').textContent = deliveries.size
}

// Facts of Config.Panel: texts and numbers, lists of them, and objects, one section per key.
const refreshPanel = later(250, async () => {
  const of = session.id
  const all = $('others').checked
  const facts = await api('GET', `/${of}/panel${all ? '?all=true' : ''}`).catch(() => ({}))
  if (of !== session.id) return
  $('others-switch').hidden = !Object.keys(facts).length
  $('extra').replaceChildren(
    ...Object.entries(facts).map(([title, value]) => make('section', '', make('h3', '', title), fact(value))),
  )
})

function fact(value) {
  if (Array.isArray(value)) {
    if (!value.length) return make('p', 'note', 'Nada ainda.')
    return make('ul', 'cards', ...value.map((item) => make('li', '', fact(item))))
  }
  if (value && typeof value === 'object') {
    const list = make('dl', 'facts')
    rows(list, Object.entries(value).map(([name, v]) => [name, v && typeof v === 'object' ? fact(v) : v]))
    return list
  }
  return make('p', 'value', String(value ?? '–'))
}

const refreshSessions = later(300, async () => {
  const { sessions } = await api('GET', '').catch(() => ({ sessions: [] }))
  $('sessions').replaceChildren(
    ...sessions.slice(0, 8).map((s) => {
      const link = make('a', '', make('span', 'name', s.name), make('span', 'last', media[s.last] || (s.last ? formatted(s.last) : 'sem mensagens')), make('span', 'state', s.status ?? '–'))
      link.href = '#' + s.id
      if (s.id === session.id) link.setAttribute('aria-current', 'true')
      return make('li', '', link)
    }),
  )
})

function openPanel(open) {
  document.body.classList.toggle('panel-open', open)
  $('open-panel').setAttribute('aria-expanded', String(open))
  $('veil').hidden = !open
  $('panel').inert = narrow.matches && !open
  document.querySelector('main').inert = narrow.matches && open
  if (narrow.matches) (open ? $('close-panel') : $('open-panel')).focus({ preventScroll: true })
}

// --- what the visitor does ---

async function send(text, file) {
  const body = { text, ...(file && { file }), ...(writingAs === 'human' && { from: 'human' }) }
  notice('')
  try {
    await api('POST', `/${session.id}/messages`, body)
    return true
  } catch {
    notice('A mensagem não foi enviada. Tente de novo.')
    return false
  }
}

async function tap(option) {
  notice('')
  await api('POST', `/${session.id}/messages`, { choice: option.id }).catch(() => notice('A resposta não foi enviada. Tente de novo.'))
}

const largestFile = 5 * 1024 * 1024 // as the simulator takes

// What is written goes along as the words beside the file.
async function sendFile(file) {
  if (file.size > largestFile) return notice('O arquivo passa de 5 MB.')
  notice('Enviando o arquivo…')
  const of = session.id
  const text = $('text').value
  let kept
  try {
    const path = `/sim/sessions/${encodeURIComponent(of)}/files?name=${encodeURIComponent(file.name)}`
    const response = await fetch(path, { method: 'POST', headers: { 'Content-Type': file.type || 'application/octet-stream' }, body: file })
    if (!response.ok) throw new Error('status ' + response.status)
    kept = await response.json()
  } catch {
    return notice('O arquivo não foi enviado. Tente de novo.')
  }
  if (of === session.id && (await send(text.trim() ? text : '', kept))) $('text').value = ''
}

function writeAs(who) {
  writingAs = who
  $('as-patient').setAttribute('aria-pressed', String(who === 'patient'))
  $('as-human').setAttribute('aria-pressed', String(who === 'human'))
  $('text').placeholder = who === 'human' ? 'Mensagem do atendente' : 'Mensagem'
  document.body.dataset.as = who
  showSuggestions()
}

async function newPatient() {
  try {
    const { id } = await api('POST', '', {})
    location.hash = id
  } catch {
    notice('Não foi possível abrir uma conversa.')
  }
}

async function patch(fields) {
  try {
    await api('PATCH', '/' + session.id, fields)
  } catch {
    notice('A sessão não pôde ser mudada.')
  }
}

async function takeOver() {
  await patch({ status: document.body.dataset.humanStatus, teamName: document.body.dataset.humanTeam })
  writeAs('human')
  closePanelOnPhone()
}

async function handBack() {
  await patch({ ...session.home, departmentId: null })
  writeAs('patient')
  closePanelOnPhone()
}

function closePanelOnPhone() {
  if (narrow.matches) openPanel(false)
  $('text').focus({ preventScroll: true })
}

// --- the stream ---

function reset(id) {
  session = { id }
  bubbles = new Map()
  deliveries = new Map()
  lastRead = 0
  lastDay = ''
  lastSide = ''
  for (const list of ['messages', 'calls', 'deliveries', 'extra']) $(list).replaceChildren()
  $('calls-count').textContent = $('deliveries-count').textContent = '0'
  notice('')
  writeAs('patient')
  showTyping(false)
}

function follow(id) {
  if (source) source.close()
  document.body.dataset.ready = 'false'
  reset(id)
  source = new EventSource(`/sim/sessions/${encodeURIComponent(id)}/events`)
  source.onopen = () => {
    document.body.dataset.ready = 'true'
    notice('')
    showPresence()
  }
  source.onmessage = (event) => happened(JSON.parse(event.data))
  source.onerror = () => {
    document.body.dataset.ready = 'false'
    showPresence()
    if (source.readyState !== EventSource.CLOSED) notice('Sem conexão com o simulador. Tentando de novo…')
    else newPatient() // the session is unknown: the simulator was started anew
  }
}

function happened(event) {
  switch (event.kind) {
    case 'snapshot':
      return drawAll(event.snapshot)
    case 'session':
      showSession(event.session)
      break
    case 'message':
      addMessage(event.message)
      showSuggestions()
      break
    case 'delivery':
      showDelivery(event.delivery)
      return
    case 'call':
      addCall(event.call)
      break
    case 'typing':
      showTyping(event.typing)
      return
  }
  refreshPanel()
  refreshSessions()
}

function drawAll(snapshot) {
  const { messages, calls, deliveries: webhooks, ...record } = snapshot
  $('messages').setAttribute('aria-live', 'off')
  for (const list of ['calls', 'deliveries']) $(list).replaceChildren()
  $('calls-count').textContent = '0'
  showSession(record)
  if (!$('messages').hasChildNodes()) welcome(record)
  messages.forEach(addMessage)
  webhooks.forEach(showDelivery)
  calls.forEach(addCall)
  showTyping(Date.parse(record.typingUntil) > Date.now())
  showSuggestions()
  toEnd()
  refreshPanel()
  refreshSessions()
  setTimeout(() => $('messages').setAttribute('aria-live', 'polite'), 300)
}

function openFromAddress() {
  const id = location.hash.slice(1)
  if (!id) return newPatient()
  if (id !== session.id) follow(id)
  if (document.body.classList.contains('panel-open')) openPanel(false)
}

$('composer').addEventListener('submit', async (event) => {
  event.preventDefault()
  const text = $('text').value
  if (!text.trim()) return
  $('text').value = ''
  if (!(await send(text))) $('text').value = text
})
$('file').addEventListener('change', () => {
  const [file] = $('file').files
  $('file').value = '' // so that the same file can be chosen again
  if (file) sendFile(file)
})
$('new-patient').addEventListener('click', newPatient)
$('take-over').addEventListener('click', takeOver)
$('hand-back').addEventListener('click', handBack)
$('as-patient').addEventListener('click', () => writeAs('patient'))
$('as-human').addEventListener('click', () => writeAs('human'))
$('others').addEventListener('change', refreshPanel)
$('to-end').addEventListener('click', toEnd)
$('scroller').addEventListener('scroll', scrolled, { passive: true })
new ResizeObserver(() => atEnd && toEnd()).observe($('scroller')) // a keyboard opens, the foot grows
$('open-panel').addEventListener('click', () => openPanel(true))
$('close-panel').addEventListener('click', () => openPanel(false))
$('close-list').addEventListener('click', () => $('list').close())
$('list').addEventListener('click', (event) => event.target === $('list') && $('list').close()) // beside it
$('veil').addEventListener('click', () => openPanel(false))
addEventListener('keydown', (event) => event.key === 'Escape' && document.body.classList.contains('panel-open') && openPanel(false))
addEventListener('hashchange', openFromAddress)
narrow.addEventListener('change', () => {
  document.body.classList.remove('panel-open')
  $('veil').hidden = true
  document.querySelector('main').inert = false
  $('panel').inert = narrow.matches
})

$('panel').inert = narrow.matches
openFromAddress()
if (!narrow.matches) $('text').focus()
