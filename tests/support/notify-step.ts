import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/*
 * The step that tells a marketplace of a release, as a process of its own. It does what the job “notify” of
 * ENIAC-Tech/flex-plugin-actions, .github/workflows/publish.yml, does: Bash, Node and curl in the checked out repository, with the address
 * of the API and the secret as its only settings.
 */

/** GitHub runs a step with `bash -e`. */
const SCRIPT = String.raw`
base="${'$'}{API_BASE%/}"
[[ "$base" == http://* || "$base" == https://* ]] || base="https://$base"
body=$(node -e '
  const { REPOSITORY, TAG, RUN } = process.env
  console.log(JSON.stringify({
    repo_url: "https://github.com/" + REPOSITORY,
    tag: TAG,
    manifest_uuid: require("./manifest.json").uuid,
    delivery_id: RUN + "-1",
    timestamp: Math.floor(Date.now() / 1000),
  }))')
signature=$(BODY="$body" node -e '
  const { createHmac } = require("node:crypto")
  console.log(createHmac("sha256", process.env.SECRET).update(process.env.BODY).digest("hex"))')
curl -fsSL -X POST -H 'Content-Type: application/json' -H "X-Hub-Signature-256: sha256=$signature" \
  -d "$body" "$base/api/v1/plugins/webhook"
`

type Step = {
  /** Inputs of the workflow, as its author sets them: `api-base-url` and `webhook-secret`. */
  apiBaseUrl: string
  secret: string
  /** Owner and name. */
  repository: string
  tag: string
  /** Content of `manifest.json` in the repository. */
  manifest: string
}

let runs = 0

/** Runs the step. @returns the exit code, and what the log of the workflow shows. */
export async function notify({ apiBaseUrl, secret, repository, tag, manifest }: Step) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'checkout-'))
  await writeFile(path.join(folder, 'manifest.json'), manifest)
  const { PATH = '', HOME = '' } = process.env
  const child = spawn('bash', ['-e', '-c', SCRIPT], {
    cwd: folder,
    env: {
      NODE_ENV: 'production',
      PATH,
      HOME,
      API_BASE: apiBaseUrl,
      SECRET: secret,
      REPOSITORY: repository,
      TAG: tag,
      RUN: `${Date.now()}${(runs += 1)}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      log += chunk.toString()
    })
  }
  const code = await new Promise<number | null>((resolve) => void child.once('close', resolve))
  await rm(folder, { recursive: true })
  return { code, log }
}
