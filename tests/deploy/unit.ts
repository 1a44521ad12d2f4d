import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Neither root nor the owner of any file of the repository. */
const UNPRIVILEGED = '65534'

type Place = {
  /** Root of the repository, in place of `/opt/keystrip`. */
  root: string
  /** In place of /etc/keystrip. */
  etc: string
  /** Folder that the process may write to. */
  data: string
}

/**
 * The command of an instance of a systemd unit in `deploy/systemd`: its environment, credentials and program, as a user without rights.
 * Of the sandbox nothing else is applied.
 */
export function commandOfUnit(
  unit: string,
  instance: string,
  { root, etc, data }: Place,
): string[] {
  const text = readFileSync(path.join(root, 'deploy/systemd', unit), 'utf8')
    .replaceAll('/opt/keystrip', root)
    .replaceAll('/etc/keystrip', etc)
    .replaceAll(/\/var\/(?:lib|cache)\/keystrip[\w-]*/g, data)
    .replaceAll('%i', instance)
    .replaceAll('%d', data)
  const valuesOf = (key: string) =>
    [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)
  for (const credential of valuesOf('LoadCredential')) {
    const [name = '', source = ''] = credential.split(':')
    writeFileSync(path.join(data, name), readFileSync(source), { mode: 0o644 })
  }
  const files = valuesOf('EnvironmentFile').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^[A-Z_]+=/.test(line)),
  )
  const [program = ''] = valuesOf('ExecStart')
  const user = [
    '--reuid',
    UNPRIVILEGED,
    '--regid',
    UNPRIVILEGED,
    '--clear-groups',
    '--no-new-privs',
  ]
  return [
    'setpriv',
    ...user,
    '--bounding-set',
    '-all',
    'env',
    '-i',
    'PATH=/usr/bin:/bin',
    ...valuesOf('Environment'),
    ...files,
    ...program.split(' '),
  ]
}
