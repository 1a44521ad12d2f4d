import { ROOMS } from '#rooms.ts'

/** Boxes of the picture: rooms that stand at the same place in the order of imports. */
const WEB = { fill: '#15302c', note: '#58d3c2' }
const BACKEND = { fill: '#381e25', note: '#ff97ae' }
const SHARED = { fill: '#352812', note: '#f2b955' }
const TOOL = { fill: '#252220', note: '#b8b1aa' }
const HEIGHT = 52

type Box = {
  rooms: RegExp
  title: string
  note: string
  colours: { fill: string; note: string }
  x: number
  y: number
  width: number
}
const BOXES: readonly Box[] = [
  box(/^(?:app|middleware\.ts)$/, 'app, middleware.ts', 'pages, route handlers', WEB, 40, 0, 180),
  box(/^server$/, 'server', 'page cache, status pages', WEB, 240, 1, 180),
  box(/^server\/next$/, 'server/next', 'internals of Next', WEB, 240, 2, 180),
  box(/^islands$/, 'islands', 'scripts without framework', WEB, 40, 1, 180),
  box(/^components\//, 'components', 'what pages show', WEB, 40, 2, 180),
  box(
    /^lib\/(?:account|admin|catalogue|creator|form|installed|own-projects|programs|project|publish-form|report|search|seo|share|sign-in)$/,
    'lib/sign-in, catalogue, creator, project, …',
    'what a feature reads, checks and sends',
    WEB,
    40,
    3,
    380,
  ),
  box(
    /^lib\/(?:api|session|markdown|cache)$/,
    'lib/api, session, cache, markdown',
    'calls of the backend, cookies, cached answers',
    WEB,
    40,
    4,
    380,
  ),
  box(
    /^(?:lib\/(?:env\.ts|config\.ts|paths\.ts|refusal\.ts|i18n|browser|theme)|server\/next\/\w+\.ts)$/,
    'lib/env.ts, paths.ts, i18n, browser, theme',
    'settings, addresses, languages, storage of the browser',
    WEB,
    40,
    5,
    380,
  ),
  box(/^messages$/, 'messages', 'five languages', WEB, 40, 6, 180),
  box(/^scripts(?:\/|$)/, 'scripts', 'start, test, backup, operate', TOOL, 450, 0, 190),
  box(/^cli$/, 'cli', 'command line of creators', TOOL, 450, 3, 190),
  box(/^tests\//, 'tests/support/reference-backend', 'imports nothing', TOOL, 700, 7, 280),
  box(
    /^backend\/(?:main|start)\.ts$/,
    'backend/main.ts',
    'composes the process',
    BACKEND,
    840,
    0,
    140,
  ),
  box(/^demo$/, 'demo', 'demo catalogue', BACKEND, 700, 0, 110),
  box(
    /^backend\/(?:routes|app\.ts|observe\.ts)$/,
    'backend/routes, app.ts',
    'a handler for each call of the contract',
    BACKEND,
    700,
    1,
    280,
  ),
  box(/^backend\/http$/, 'backend/http', 'authorise, count, parse, answer', BACKEND, 700, 2, 280),
  box(
    /^backend\/(?:worker|dependencies\.ts|start-jobs\.ts|config\.ts)$/,
    'backend/worker, config.ts, start-jobs.ts',
    'child processes, settings, jobs',
    BACKEND,
    700,
    3,
    280,
  ),
  box(
    /^backend\/(?:services\/|parts\.ts$)/,
    'backend/services',
    'rules: one verb, one transaction',
    BACKEND,
    700,
    4,
    280,
  ),
  box(
    /^backend(?:\/(?:db|storage|mail|text|(?:errors|token|caller|report-failure|stop)\.ts))?$/,
    'backend/db, storage, mail, text',
    'schema, files, mails, tokens of search',
    BACKEND,
    700,
    5,
    280,
  ),
  box(/^covers$/, 'covers', 'icons and keys as SVG', BACKEND, 700, 6, 280),
  box(
    /^lib\/(?:contract|redis|limits|log|telemetry|worker|fonts\.ts|strip|text|accept\.ts|http-address\.ts|variables\.ts|process-state\.ts|version\.ts)$/,
    'lib/contract, limits, log, telemetry, worker, text, …',
    'the contract and the modules that both ends share',
    SHARED,
    240,
    7,
    430,
  ),
]

function box(
  rooms: RegExp,
  title: string,
  note: string,
  colours: Box['colours'],
  x: number,
  row: number,
  width: number,
): Box {
  return { rooms, title, note, colours, x, y: 40 + row * 84, width }
}

/** The box of a room, or of the file or folder below one. @throws Error if there is none, or more than one. */
function boxOf(room: string): Box {
  const [found, ...others] = BOXES.filter(({ rooms }) => rooms.test(room))
  if (found && others.length === 0) return found
  const parent = room.slice(0, Math.max(0, room.lastIndexOf('/')))
  if (parent === '' || others.length > 0) throw new Error(`no box, or several, for ${room}`)
  return boxOf(parent)
}

/** Which boxes may import which others. A row such as `lib` stands for the rooms below it. */
function importsOf(): Map<Box, Set<Box>> {
  const imports = new Map(BOXES.map((from) => [from, new Set<Box>()]))
  for (const [room, row] of Object.entries(ROOMS)) {
    const from = boxOf(room)
    for (const name of row) {
      const below = Object.keys(ROOMS).filter((other) => other.startsWith(`${name}/`))
      const targets = below.length > 0 && !(name in ROOMS) ? below : [name]
      for (const target of targets.map(boxOf)) if (target !== from) imports.get(from)?.add(target)
    }
  }
  return imports
}

/** Arrows between boxes, without those that other arrows lead to. @throws Error for a circle. */
function arrows(): [from: Box, to: Box][] {
  const imports = importsOf()
  const reaches = (from: Box, to: Box, path: readonly Box[] = []): boolean => {
    if (path.includes(from)) throw new Error(`circle through ${from.title}`)
    return [...(imports.get(from) ?? [])].some(
      (next) => next === to || reaches(next, to, [...path, from]),
    )
  }
  return [...imports].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && reaches(other, to)))
      .map((to): [Box, Box] => [from, to]),
  )
}

/** An arrow goes straight down where its boxes overlap in width, else from side to side. */
function line([from, to]: [Box, Box]): string {
  const left = Math.max(from.x, to.x)
  const right = Math.min(from.x + from.width, to.x + to.width)
  if (right > left) return `M${(left + right) / 2} ${from.y + HEIGHT}V${to.y - 2}`
  const [start, end] =
    to.x > from.x ? [from.x + from.width, to.x - 2] : [from.x, to.x + to.width + 2]
  return `M${start} ${from.y + HEIGHT / 2}L${end} ${to.y + HEIGHT / 2}`
}

/** The rooms of `rooms.ts` and who may import whom, as SVG. */
export function drawRooms(): string {
  const boxes = BOXES.map(
    ({ title, note, colours, x, y, width }) =>
      `<rect x="${x}" y="${y}" width="${width}" height="${HEIGHT}" rx="10" fill="${colours.fill}"/>` +
      `<text x="${x + width / 2}" y="${y + 22}">${title}</text>` +
      `<text x="${x + width / 2}" y="${y + 40}" font-size="11" fill="${colours.note}">${note}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1020 720" font-family="system-ui, sans-serif" font-size="13" text-anchor="middle" fill="#f4f1ee" role="img" aria-labelledby="t">
<title id="t">Rooms of web app, backend and tools, and which may import which; both ends share the contract.</title>
<rect width="1020" height="720" rx="20" fill="#131110"/>
<g font-size="12" fill="#b8b1aa"><text x="130" y="26">web app</text><text x="545" y="26">tools</text><text x="840" y="26">backend</text></g>
${boxes.join('\n')}
<g stroke="#958d85" stroke-width="1.6" fill="none">
${arrows()
  .map((arrow) => `<path d="${line(arrow)}" marker-end="url(#a)"/>`)
  .join('\n')}
</g>
<defs><marker id="a" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#958d85" stroke="none"/></marker></defs>
</svg>
`
}
