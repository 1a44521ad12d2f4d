import { expect, it, onTestFinished, vi } from 'vitest'
import { currentScope } from '#lib/cache/state.ts'
import { createBuckets } from '#lib/limits/buckets.ts'
import { createGuard } from '#server/limits.ts'
import { startSite } from './stub-site.ts'

it('texts of a page are rendered in the turn of the network that asks for it, which pays for them', async () => {
  const shares: (string | undefined)[] = []
  const buckets = createBuckets()
  const charge = vi.spyOn(buckets, 'charge')
  const site = await startSite(
    (_req, res) => {
      const payer = currentScope()?.payer
      shares.push(payer?.name)
      payer?.charge?.(700)
      res.setHeader('content-type', 'text/html')
      res.end('page')
    },
    { guard: createGuard({ buckets, endStalled: () => false }), trustedProxies: ['127.0.0.1'] },
  )
  onTestFinished(() => void site.stop())
  const ask = (path: string, address: string) =>
    site.ask(path, { headers: { 'x-forwarded-for': address } })
  // One that is stored, and one that is passed on.
  await ask('/en/home/icon', '203.0.113.1')
  await ask('/en/home/search?q=sun', '2001:db8:1:200::1')
  expect(shares).toEqual(['network 203.0.113.1', 'network 20010db80001/48'])
  const charged = charge.mock.calls.filter(([, ms]) => ms === 700)
  expect(charged.map(([address]) => address)).toEqual(['203.0.113.1', '2001:db8:1:200::1'])
})
