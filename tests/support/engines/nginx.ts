import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '#scripts/stack/free-port.ts'
import { isInstalled, startEngine, substitute } from './engine.ts'

const CONFIGURATION = 'deploy/nginx/keystrip.conf'
/** Of the configurations in `deploy/` and in docs/deploy.md, and of the certificate. */
export const HOST = 'keystrip.example'

export const isNginxInstalled = () => isInstalled('nginx') && isInstalled('openssl', 'version')

/** A certificate of its own for a host, and its key, in files of a folder. */
export function makeCertificate(folder: string, host: string) {
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')]
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`, '-days', '2']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const files = ['-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', ...curve, ...subject, ...files], { stdio: 'ignore' })
  return { key, certificate }
}

type Ports = {
  webs: readonly [number, number]
  /** Without it, pages come from the web processes, as docs/deploy.md describes. */
  cache: number | undefined
  backends: readonly [number, number]
  /** Clients need not name the host in their TLS handshake; load generators cannot. */
  takesAnyName?: boolean
  /** The port of TLS; by default a free one. */
  https?: number
}

/** nginx with the site's own configuration, on free ports, with a certificate of its own. */
export async function startNginx(options: Ports) {
  const { webs, cache, backends, takesAnyName } = options
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nginx-'))
  const { https = await freePort() } = options
  const [http, internal] = [await freePort(), await freePort()]
  const { key, certificate } = makeCertificate(folder, HOST)
  const site = substitute(await readFile(CONFIGURATION, 'utf8'), [
    [/^ *listen \[::\].*\n/gm, ''],
    [/listen 80\b/g, `listen 127.0.0.1:${http}`],
    [/listen 443\b/g, `listen 127.0.0.1:${https}`],
    ['listen 127.0.0.1:4080', `listen 127.0.0.1:${internal}`],
    ['127.0.0.1:3001', `127.0.0.1:${webs[0]}`],
    ['127.0.0.1:3002', `127.0.0.1:${webs[1]}`],
    ...(cache === undefined
      ? ([
          [/^ *server 127\.0\.0\.1:6081 .*\n/gm, ''],
          [' backup;', ' max_fails=0;'],
        ] as const)
      : ([['127.0.0.1:6081', `127.0.0.1:${cache}`]] as const)),
    ['10.87.0.2:4001', `127.0.0.1:${backends[0]}`],
    ['10.87.0.2:4002', `127.0.0.1:${backends[1]}`],
    ...(takesAnyName
      ? ([
          [
            'ssl_reject_handshake on;',
            `ssl_certificate ${certificate}; ssl_certificate_key ${key};`,
          ],
        ] as const)
      : []),
    ['/etc/ssl/keystrip/fullchain.pem', certificate],
    ['/etc/ssl/keystrip/privkey.pem', key],
  ])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const whole = `${user} worker_processes 1; daemon off; pid ${folder}/pid; error_log stderr warn;
    events { worker_connections 1024; }
    http { access_log ${folder}/access.log; ${temporary} ${site} }`
  const file = path.join(folder, 'nginx.conf')
  await writeFile(file, whole)
  const engine = await startEngine('nginx', ['-p', folder, '-c', file], [http, https, internal])
  return {
    host: HOST,
    http,
    https,
    internal,
    folder,
    certificate: await readFile(certificate, 'utf8'),
    output: engine.output,
    pid: engine.child.pid,
    async stop() {
      await engine.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
