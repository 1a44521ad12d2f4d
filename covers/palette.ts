export type Palette = {
  ground: string
  /** A second surface colour. */
  deep: string
  ink: string
  soft: string
  accent: string
  /** Backgrounds of keys. */
  keys: [string, string, string, string, string]
}

/** Grounds and key colours of the pictures; dark and warm first, paper and full colour after. */
export const PALETTES = {
  ink: p('#14131a #211f2c #efeaf6 #6c6680 #b7a1ff', '#7c5cff #43378f #b7a1ff #2d2a41 #f1e3c4'),
  plum: p('#221620 #342130 #f9eaf1 #8a6a7d #f29ac0', '#c8588f #74305a #f2b7cf #472a3f #f0d9a8'),
  moss: p('#141a14 #202920 #eef3e4 #74806a #b5d274', '#7fa04a #44602f #c9dd93 #2c372a #ecc76c'),
  tide: p('#0e191e #172a31 #e3f1f2 #5f7f87 #5fc8c0', '#2f8f96 #1f5963 #93dcd5 #1f363e #f2dba6'),
  ember: p('#1c1210 #2d1d17 #fcece2 #8d6d5f #ff9a62', '#d9623b #863a2d #f2b86e #44291f #f8dfc4'),
  night: p('#0f1422 #1a2236 #e7ecfb #667093 #8fb0ff', '#4a6bd6 #2a3d82 #aec5ff #222b48 #f5ca80'),
  umber: p('#181410 #27211a #f5ede2 #84776a #f2b955', '#c98a2b #765123 #f4d38f #3a3026 #dbe2c5'),
  slate: p('#141719 #22282b #eef2f1 #737d80 #9fd3c0', '#5f938b #37595b #b8dccf #2a3235 #eabf92'),
  wine: p('#1d0f14 #301a21 #fbe9ea #906570 #ff8d93', '#b83a4b #6d2433 #f4a9a4 #41202a #f3d6b0'),
  paper: p('#f5efe4 #eae1d1 #2a241d #ab9d8a #6038cf', '#6038cf #b49aeb #2f2a3a #dbcfba #e3936c'),
  blush: p('#f8e9e2 #f1d8ce #3b1f22 #bf958f #c2375f', '#c2375f #ec93a6 #5a2a35 #f2cdaf #95706e'),
  sage: p('#e8eddf #d8e0cc #1f2b22 #909f88 #2f7a56', '#2f7a56 #85b592 #20382d #c8cfab #e0a456'),
  mist: p('#e7eef1 #d4e0e5 #1b2a33 #8aa3ae #23698f', '#23698f #7fb4cf #1d3442 #bfd3db #e39a6c'),
  sand: p('#f1e2c6 #e7d3ac #38291a #b09670 #a94a26', '#b5512b #dd9a5c #43301f #d8bd8c #5f7a5a'),
  cobalt: p('#2a3fb0 #3650cc #f4f1e6 #8e9ce6 #ffd27a', '#f4f1e6 #1b2a80 #ffd27a #5a70e0 #ff9d8a'),
  clay: p('#b4512f #c6633f #fff1e4 #e0a184 #ffd9a0', '#fff1e4 #7d3119 #ffd9a0 #d98459 #38180c'),
  forest: p('#1d4536 #275744 #f3efe0 #7fa592 #f0c765', '#f3efe0 #123024 #f0c765 #3d755d #f09a70'),
  violet: p('#4a2fa0 #5b3fb6 #f6f0ff #a592e0 #ffcf86', '#f6f0ff #301c72 #ffcf86 #7a5fd2 #ff9fb4'),
} as const satisfies Record<string, Palette>

/** @param colours ground, deep, ink, soft and accent */
function p(colours: string, list: string): Palette {
  const [ground = '', deep = '', ink = '', soft = '', accent = ''] = colours.split(' ')
  const [a = ink, b = ink, c = ink, d = ink, e = ink] = list.split(' ')
  return { ground, deep, ink, soft, accent, keys: [a, b, c, d, e] }
}

/** Relative luminance of a `#rrggbb` colour (WCAG 2.2). */
export function luminance(colour: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/** Warm white or warm black, whichever has more contrast with `background`. */
export function inkOn(background: string): string {
  const light = (1.02 + 0) / (luminance(background) + 0.05)
  const dark = (luminance(background) + 0.05) / 0.056
  return light >= dark * 0.62 ? '#fffaf3' : '#17130f'
}
