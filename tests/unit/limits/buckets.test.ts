import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBuckets } from '#lib/limits/buckets.ts'
import { createInFlight } from '#server/limits.ts'
import { customerNetworkOf, networkOf, networksOf } from '#lib/limits/networks.ts'
import { networkPayer } from '#lib/limits/payer.ts'
import { ACCOUNT, RATES, rateOf, WORK } from '#lib/limits/rates.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('a bucket', () => {
  const { capacity, perSecond } = RATES.cards

  it('holds its capacity and refills over time', () => {
    let now = 0
    const { takeByAddress } = createBuckets({ now: () => now })
    const take = () => takeByAddress('cards', '203.0.113.1').wait
    for (let at = 0; at < capacity; at += 1) expect(take()).toBe(0)
    expect(take()).toBe(1 / perSecond)
    now += 1000
    expect(take()).toBe(0)
    expect(take()).toBeGreaterThan(0)
    now += 1e9
    for (let at = 0; at < capacity; at += 1) expect(take()).toBe(0)
    expect(take()).toBeGreaterThan(0)
  })

  it('does not refill when the clock is set back', () => {
    let now = 1e6
    const { takeByAddress } = createBuckets({ now: () => now })
    for (let at = 0; at < capacity; at += 1) takeByAddress('cards', '203.0.113.1')
    now = 0
    expect(takeByAddress('cards', '203.0.113.1').wait).toBeGreaterThan(0)
  })

  it('refills by elapsed time when the clock of the machine is set back', () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const { takeByAddress } = createBuckets()
    for (let at = 0; at < capacity; at += 1) takeByAddress('cards', '203.0.113.1')
    vi.setSystemTime(Date.now() - 2 * 3_600_000)
    expect(takeByAddress('cards', '203.0.113.1').wait).toBeGreaterThan(0)
    vi.advanceTimersByTime(1000)
    expect(takeByAddress('cards', '203.0.113.1').wait).toBe(0)
  })

  it('of work holds a minute of processor time for all requests of a network', () => {
    const { takeByAddress, charge } = createBuckets({ now: () => 0 })
    charge('203.0.113.1', WORK.capacity - RATES.pages.priceMs)
    expect(takeByAddress('pages', '203.0.113.1').wait).toBe(0)
    expect(takeByAddress('pictures', '203.0.113.1').wait).toBe(1)
    expect(takeByAddress('pictures', '203.0.113.2').wait).toBe(0)
    charge('203.0.113.1', 3000)
    expect(takeByAddress('pictures', '203.0.113.1').wait).toBe(4)
  })

  it('of work holds a minute of processor time for all requests of an account', () => {
    const { takeByAccount, chargeAccount } = createBuckets({ now: () => 0 })
    chargeAccount('ada', WORK.capacity - ACCOUNT.priceMs)
    expect(takeByAccount('account', 'ada').wait).toBe(0)
    expect(takeByAccount('previews', 'ada').wait).toBe(1)
    expect(takeByAccount('previews', 'eve').wait).toBe(0)
    chargeAccount('ada', 3000)
    expect(takeByAccount('account', 'ada').wait).toBe(4)
  })

  it('that is empty does not drain those of neighbouring networks', () => {
    const { takeByAddress } = createBuckets({ now: () => 0 })
    for (let at = 0; at < 100 * capacity; at += 1) takeByAddress('cards', '2001:db8:1:200::1')
    expect(takeByAddress('cards', '2001:db8:1:201::1').wait).toBe(0)
  })
})

it('all networks of a customer have one turn, and a network pays for its address', () => {
  const charge = vi.fn<(address: string, ms: number) => void>()
  const [one, two, other] = ['2001:db8:1:200::1', '2001:db8:1:201::1', '203.0.113.1'].map(
    (address) => networkPayer(address, { charge }),
  )
  expect(one?.name).toBe(two?.name)
  expect(other?.name).toBe('network 203.0.113.1')
  other?.charge?.(5)
  expect(charge.mock.calls).toEqual([['203.0.113.1', 5]])
})

describe('buckets of an attacker with a million addresses', () => {
  it('are bounded in number, and a /48 has 16 times the limit of an address', () => {
    const { takeByAddress, size } = createBuckets({ now: () => 0 })
    let granted = 0
    for (let at = 0; at < 70_000; at += 1) {
      const network = (at % 65_536).toString(16)
      if (takeByAddress('cards', `2001:db8:7:${network}::${(at % 999).toString(16)}`).wait === 0)
        granted += 1
    }
    expect(granted).toBe(16 * RATES.cards.capacity)
    expect(size()).toBeLessThanOrEqual(50_000)
  })

  it('evict an empty bucket only after half as many requests as there are buckets', () => {
    const { takeByAddress, size } = createBuckets({ now: () => 0, bucketsMax: 1000 })
    const own = () => takeByAddress('cards', '203.0.113.1').wait
    for (let at = 0; at < RATES.cards.capacity; at += 1) own()
    for (let at = 0; at < 498; at += 1) takeByAddress('cards', `10.0.${at >> 8}.${at & 255}`)
    expect(own()).toBeGreaterThan(0)
    expect(size()).toBeLessThanOrEqual(1000)
  })
})

it.each([
  ['203.0.113.9', ['203.0.113.9']],
  ['::ffff:203.0.113.9', ['cb007109']],
  ['2001:DB8::1', ['20010db800000000/64', '20010db8000000/56', '20010db80000/48']],
  ['2001:db8:0:0:0:0:0:2', ['20010db800000000/64', '20010db8000000/56', '20010db80000/48']],
  ['fe80::1%eth0', ['fe80000000000000/64', 'fe800000000000/56', 'fe8000000000/48']],
  ['', ['']],
])('%s belongs to the networks %j', (address, names) => {
  expect(networksOf(address).map(({ name }) => name)).toEqual(names)
})

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['1::2:3:4:5:192.0.2.1', '1:0:2:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['Ada@Example.com', 'ada@example.com'],
  ['', ''],
])('attempts from %s are counted under %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it.each([
  ['203.0.113.9', '203.0.113.200', '203.0.114.9'],
  ['::ffff:203.0.113.9', '::ffff:203.0.113.200', '::ffff:203.0.114.9'],
  ['2001:db8::1', '2001:db8:0:ffff::2', '2001:db8:1::1'],
])('%s is of the same customer as %s, not as %s', (address, same, other) => {
  expect(customerNetworkOf(same)).toBe(customerNetworkOf(address))
  expect(customerNetworkOf(other)).not.toBe(customerNetworkOf(address))
})

it.each([
  ['/', 'pages'],
  ['/home/index', 'pages'],
  ['/fr/home/iconpack', 'pages'],
  ['/home/search', 'searches'],
  ['/zh-cn/home/search', 'searches'],
  ['/feeds/fr/search.xml', 'searches'],
  ['/feeds/fr/all.xml', 'feeds'],
  ['/feeds/fr/author/search.xml', 'feeds'],
  ['/api/v1/index/search', 'searches'],
  ['/api/v1/index/icons', 'searches'],
  ['/api/suggestions', 'suggestions'],
  ['/api/v1/statistic/record', 'counts'],
  ['/api/v1/file/abc/cover.webp', 'pictures'],
  ['/_next/image', 'pictures'],
  ['/_next/static/a.js', 'pictures'],
  ['/icon.svg', 'pictures'],
  ['/keystrip-cli.tgz', 'pictures'],
  ['/cards/en/index.jpg', 'cards'],
  ['/sitemap.xml', 'feeds'],
  ['/sitemaps/icon-1.xml', 'feeds'],
  ['/oembed', 'feeds'],
  ['/embed/en/icon/abc', 'feeds'],
  ['/opensearch.xml', 'feeds'],
  ['/api/v1/icon/list', 'calls'],
  ['/api/session', 'calls'],
])('%s has the rate %s', (path, rate) => {
  expect(rateOf(path)).toBe(rate)
})

describe('requests in flight', () => {
  it('are limited per address and in total, and freed once', () => {
    const limits = { requests: { all: 3, perAddress: 2 } }
    const { enter, size } = createInFlight(limits)
    const first = enter('203.0.113.1', { hasBody: false })
    enter('203.0.113.1', { hasBody: false })
    expect(enter('203.0.113.1', { hasBody: false })).toEqual({ refused: 'address' })
    enter('203.0.113.2', { hasBody: false })
    expect(enter('203.0.113.3', { hasBody: false })).toEqual({ refused: 'all' })
    if ('refused' in first) throw new Error('refused')
    first.free()
    first.free()
    expect(size()).toBe(2)
    expect(enter('203.0.113.3', { hasBody: false })).toHaveProperty('free')
    expect(enter('203.0.113.3', { hasBody: false })).toEqual({ refused: 'all' })
  })

  it('are counted for a bounded number of addresses, and for each that has one', () => {
    const { enter, addresses } = createInFlight()
    const stays = Array.from({ length: 64 }, () => enter('198.51.100.1', { hasBody: false }))
    for (let at = 0; at < 5000; at += 1) {
      const entry = enter(`10.0.${at >> 8}.${at & 255}`, { hasBody: false })
      if ('refused' in entry) throw new Error('refused')
      entry.free()
    }
    expect(addresses()).toBeLessThanOrEqual(1000)
    expect(enter('198.51.100.1', { hasBody: false })).toEqual({ refused: 'address' })
    for (const entry of stays) if ('free' in entry) entry.free()
    expect(enter('198.51.100.1', { hasBody: false })).toHaveProperty('free')
  })

  it('leave room for stored pages while calls take every place', () => {
    const { enter } = createInFlight({ requests: { all: 1, perAddress: 2 } })
    enter('203.0.113.1', { hasBody: false })
    expect(enter('203.0.113.2', { hasBody: false })).toEqual({ refused: 'all' })
    const stored = { hasBody: false, isStored: true }
    for (let at = 0; at < 64; at += 1) {
      expect(enter(`198.51.100.${at}`, stored)).toHaveProperty('free')
    }
    expect(enter('203.0.113.2', stored)).toEqual({ refused: 'all' })
    expect(enter('203.0.113.1', { hasBody: false })).toEqual({ refused: 'all' })
  })

  it('with bodies of other calls leave room for uploads, and the other way round', () => {
    for (const { isUpload, networks } of [
      { isUpload: false, networks: 2 },
      { isUpload: true, networks: 4 },
    ]) {
      const { enter } = createInFlight()
      const held = { hasBody: true, isUpload }
      for (let at = 0; at < 32 * networks; at += 1) {
        expect(enter(`203.0.113.${at % networks}`, held)).toHaveProperty('free')
      }
      expect(enter('203.0.113.1', held)).toEqual({ refused: 'address' })
      expect(enter('203.0.113.9', held)).toEqual({ refused: 'all' })
      const other = { hasBody: true, isUpload: !isUpload }
      expect(enter('203.0.113.9', other)).toHaveProperty('free')
    }
  })

  it('with a body have a lower limit', () => {
    const { enter } = createInFlight()
    for (let at = 0; at < 32; at += 1) {
      expect(enter('203.0.113.1', { hasBody: true })).toHaveProperty('free')
    }
    expect(enter('203.0.113.1', { hasBody: true })).toEqual({ refused: 'address' })
    expect(enter('203.0.113.1', { hasBody: false })).toHaveProperty('free')
  })
})
