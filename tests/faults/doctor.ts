import { spawn } from 'node:child_process'

type Place = {
  /** Port of a web process. */
  port: number
  backendUrl: string
  /** Empty for the embedded database. */
  databaseUrl: string
  dataDir: string
  internalSecret: string
}

/** Runs `npm run doctor -- --json` on a site. @returns its exit code and output. */
export async function examine({ port, backendUrl, databaseUrl, dataDir, internalSecret }: Place) {
  const child = spawn('node_modules/.bin/node', ['scripts/doctor.ts', '--json'], {
    env: {
      ...process.env,
      PORT: String(port),
      BACKEND_URL: backendUrl,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      INTERNAL_SECRET: internalSecret,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += String(chunk)
    })
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, said }
}
