import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isInstalled, startEngine, substitute } from './engine.ts'
import { HOST, startNginx } from './nginx.ts'

const DOCUMENT = 'docs/deploy.md'
const MODULES = '/usr/lib/apache2/modules'

/** Where a proxy listens on the loopback interface, and whom it asks. With `tls` it has this certificate and key. */
export type Front = {
  folder: string
  port: number
  web: number
  tls?: { certificate: string; key: string } | undefined
}

/** The code block of `docs/deploy.md` in a language. @throws Error if there is not exactly one. */
async function blockOf(language: string): Promise<string> {
  const blocks = (await readFile(DOCUMENT, 'utf8')).split(`\`\`\`${language}\n`)
  if (blocks.length !== 2) throw new Error(`${DOCUMENT} has not one block of ${language}.`)
  return blocks[1]?.split('```')[0] ?? ''
}

const withCertificate = ({ tls }: Front) =>
  [
    ['/etc/ssl/keystrip/fullchain.pem', tls?.certificate ?? ''],
    ['/etc/ssl/keystrip/privkey.pem', tls?.key ?? ''],
  ] as const

async function nginx(front: Front) {
  const { folder, port, web, tls } = front
  const site = tls
    ? substitute(await blockOf('nginx'), [
        ['listen 443', `listen 127.0.0.1:${port}`],
        ['127.0.0.1:3000', `127.0.0.1:${web}`],
        ...withCertificate(front),
      ])
    : // What its own documentation begins with: nothing but the address.
      `server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${web}; } }`
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const file = path.join(folder, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  await writeFile(
    file,
    `${user} worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log stderr warn;
    events { } http { access_log off; ${temporary} ${site} }`,
  )
  return startEngine('nginx', ['-p', folder, '-c', file], [port])
}

async function apache(front: Front) {
  const { folder, port, web, tls } = front
  const site = tls
    ? substitute(await blockOf('apache'), [
        ['*:443', `127.0.0.1:${port}`],
        ['127.0.0.1:3000', `127.0.0.1:${web}`],
        ...withCertificate(front),
      ])
    : `ServerName ${HOST}\nProxyPass / http://127.0.0.1:${web}/\n`
  const modules = ['mpm_event', 'authz_core', 'proxy', 'proxy_http', ...(tls ? ['ssl'] : [])]
  const file = path.join(folder, 'apache.conf')
  const lines = [
    `ServerRoot ${folder}`,
    ...modules.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`),
    `PidFile ${folder}/apache.pid`,
    `DefaultRuntimeDir ${folder}`,
    `ErrorLog ${folder}/apache.log`,
    ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
    `Listen 127.0.0.1:${port}`,
    site,
  ]
  await writeFile(file, lines.join('\n'))
  return startEngine('apache2', ['-D', 'FOREGROUND', '-f', file], [port])
}

async function caddy({ folder, port, web, tls }: Front) {
  const address = tls ? `https://${HOST}` : 'http://localhost'
  const site = substitute(await blockOf('caddy'), [
    [`${HOST} {`, `${address}:${port} {\nbind 127.0.0.1`],
    // It gets a certificate by itself, for which it needs the internet.
    ...(tls
      ? [['reverse_proxy', `tls ${tls.certificate} ${tls.key}\nreverse_proxy`] as const]
      : []),
    ['127.0.0.1:3000', `127.0.0.1:${web}`],
  ])
  const file = path.join(folder, 'Caddyfile')
  await writeFile(file, `{\nadmin off\nauto_https off\nstorage file_system ${folder}\n}\n${site}`)
  return startEngine('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], [port])
}

/** The site's own configuration. */
const ownNginx = ({ port, web }: Front) =>
  startNginx({ webs: [web, web], cache: undefined, backends: [web, web], https: port })

type Proxy = {
  isInstalled: () => boolean
  /** Whether it can only serve by TLS. */
  needsTls?: boolean
  /** @returns the certificate, where it has one of its own. */
  start: (front: Front) => Promise<{ certificate?: string; stop: () => Promise<void> }>
}
const isNginx = () => isInstalled('nginx')

/**
 * Proxies with their packages of Debian: by TLS with the lines of the document, without it in the form that they have by default. Caddy has
 * the same lines for both.
 */
export const PROXIES: Record<string, Proxy> = {
  nginx: { isInstalled: isNginx, start: nginx },
  'keystrip.conf': { isInstalled: isNginx, needsTls: true, start: ownNginx },
  Apache: { isInstalled: () => isInstalled('apache2', '-v'), start: apache },
  Caddy: { isInstalled: () => isInstalled('caddy', 'version'), start: caddy },
}
