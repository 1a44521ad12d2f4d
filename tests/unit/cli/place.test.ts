import { expect, it } from 'vitest'
import { checkPlace } from '#cli/download.ts'
import { placeOf } from '#cli/place.ts'

it.each([
  ...[
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '::1',
    '::',
    '[::1]',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::127.0.0.1',
    '2002:7f00:1::',
  ].map((address) => [address, 'loopback']),
  ...[
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    'fd00::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a00:1',
    '2002:c0a8:101::',
    'localhost',
    '',
  ].map((address) => [address, 'private']),
  ...[
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '2606:2800:220:1::1',
    '::ffff:93.184.216.34',
    '64:ff9b::5db8:d822',
    '2002:5db8:d822::',
  ].map((address) => [address, 'public']),
])('%s is %s', (address, place) => {
  expect(placeOf(address)).toBe(place)
})

it.each([
  ['public', 'public', true],
  ['public', 'private', false],
  ['public', 'loopback', false],
  ['private', 'private', true],
  ['private', 'loopback', false],
  ['loopback', 'private', false],
  ['loopback', 'loopback', true],
] as const)('a site that is %s may redirect to %s: %s', (site, place, isAllowed) => {
  const check = () => checkPlace({ first: new URL('https://icons.example'), site }, place)
  if (isAllowed) expect(check).not.toThrow()
  else expect(check).toThrow('icons.example redirects the download to')
})
