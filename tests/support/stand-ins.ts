import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { startGitHubStub, StubRepository } from './github-stub.ts'
import type { OidcIssuer } from './oidc-issuer.ts'
import { onLoopback } from './on-loopback.ts'

/*
 * The stand-ins of the end-to-end tests run in the process that has started the site. Tests in other processes change them by this
 * server: they set a repository, and have an identity token signed.
 */

/** Set by `tests/support/site.ts`: address of the server, and that of the issuer, as the claim `iss`. */
export const STAND_INS_VARIABLE = 'E2E_STAND_INS'
export const ISSUER_VARIABLE = 'E2E_ISSUER'

const releaseSchema = z.object({
  tag: z.string(),
  body: z.string().optional(),
  draft: z.boolean().optional(),
  prerelease: z.boolean().optional(),
  assets: z.record(
    z.string(),
    z.string().transform((encoded) => Buffer.from(encoded, 'base64')),
  ),
})
const orderSchema = z.discriminatedUnion('order', [
  z.object({
    order: z.literal('repository'),
    name: z.string(),
    repository: z.looseObject({
      root: z.array(z.string()),
      files: z.record(z.string(), z.string()),
      releases: z.array(releaseSchema).optional(),
    }),
  }),
  z.object({ order: z.literal('token'), claims: z.record(z.string(), z.unknown()) }),
])
type Order = z.input<typeof orderSchema>

type StandIns = { github: Awaited<ReturnType<typeof startGitHubStub>>; issuer: OidcIssuer }

/** Takes orders from tests, until it is stopped. */
export async function startStandIns({ github, issuer }: StandIns) {
  const server = createServer(async (req, res) => {
    const order = parseOrder(await text(req))
    if (!order) return void res.writeHead(400).end()
    if (order.order === 'token') return void res.end(await issuer.sign(order.claims))
    github.add(order.name, order.repository)
    res.end()
  })
  return onLoopback(server)
}

/** `undefined` for anything else: a port scan of this machine does not end the tests. */
function parseOrder(body: string) {
  try {
    return orderSchema.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}

async function send(order: Order): Promise<string> {
  const body = JSON.stringify(order)
  const answer = await fetch(process.env[STAND_INS_VARIABLE] ?? '', { method: 'POST', body })
  if (!answer.ok) throw new Error(`the stand-ins answer ${answer.status}`)
  return answer.text()
}

/** Sets a repository of the stand-in for GitHub, as it is from now on. */
export async function setRepository(name: string, repository: StubRepository): Promise<void> {
  const { releases, ...said } = repository
  const encoded = releases?.map(({ assets, ...release }) => ({
    ...release,
    assets: Object.fromEntries(
      Object.entries(assets).map(([asset, bytes]) => [
        asset,
        Buffer.from(bytes).toString('base64'),
      ]),
    ),
  }))
  const order = { name, repository: { ...said, ...(encoded && { releases: encoded }) } }
  await send({ order: 'repository', ...order })
}

/** An identity token of the stand-in issuer. */
export const signIdentity = (claims: Record<string, unknown>) => send({ order: 'token', claims })
