import { describe, expect, it } from 'vitest'
import { createClientResolver } from '#server/client.ts'

describe("a visitor's address", () => {
  const resolve = createClientResolver(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'])

  it('is that of the socket for an untrusted peer, whatever its headers', () => {
    expect(resolve('203.0.113.9', '198.51.100.1')).toEqual({
      address: '203.0.113.9',
      viaTrustedProxy: false,
      source: 'public',
    })
  })

  it('is the right-most untrusted entry behind trusted proxies', () => {
    const client = resolve('10.1.2.3', '1.1.1.1, 198.51.100.1, 192.0.2.7, 10.9.9.9')
    expect(client).toEqual({
      address: '198.51.100.1',
      viaTrustedProxy: true,
      source: 'named',
    })
  })

  it.each([
    ['::ffff:203.0.113.9', undefined, '203.0.113.9'],
    ['::ffff:10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['2001:DB8::1', '[2001:db9::5]:443', '2001:db9::5'],
    ['10.0.0.1', 'fe80::1%eth0', 'fe80::1'],
  ])('peer %s with X-Forwarded-For %s gives %s', (peer, forwarded, address) => {
    expect(resolve(peer, forwarded).address).toBe(address)
  })

  it('ignores entries left of an invalid one', () => {
    expect(resolve('10.0.0.1', '198.51.100.1, <script>, 10.0.0.2').address).toBe('10.0.0.2')
  })

  it('is that of the proxy without X-Forwarded-For', () => {
    expect(resolve('10.0.0.1', undefined).address).toBe('10.0.0.1')
  })

  it.each([
    ['203.0.113.9', '1.1.1.1', 'public'],
    ['::ffff:203.0.113.9', undefined, 'public'],
    ['100.64.0.1', undefined, 'public'],
    ['2001:db9::1', undefined, 'public'],
    ['127.0.0.1', '1.1.1.1', 'private'],
    ['::ffff:127.0.0.1', undefined, 'private'],
    ['::1', undefined, 'private'],
    ['172.18.0.5', undefined, 'private'],
    ['192.168.1.4', undefined, 'private'],
    ['fd12::5', undefined, 'private'],
    ['fe80::1%eth0', undefined, 'private'],
    ['10.0.0.1', '203.0.113.9', 'named'],
    // What an attacker from outside can send: his own address is the last one.
    ['10.0.0.1', '192.168.1.4, 203.0.113.9', 'named'],
    ['10.0.0.1', '192.168.1.4', 'named'],
    ['10.0.0.1', '10.0.0.2', 'named'],
    ['10.0.0.1', '203.0.113.9, 192.168.1.4', 'chained'],
    ['10.0.0.1', '203.0.113.9, 192.168.1.4, 10.0.0.2', 'chained'],
    ['10.0.0.1', undefined, 'unnamed'],
    ['10.0.0.1', '', 'unnamed'],
    ['10.0.0.1', 'unknown', 'unnamed'],
  ])('of the peer %s with X-Forwarded-For %s is %s', (peer, forwarded, source) => {
    expect(resolve(peer, forwarded).source).toBe(source)
  })
})
