/*
 * Sets of drawings that other people made, in exact versions. They are fetched on demand (`fetch-set.ts`) and are no part of the
 * repository: some have licences that it could not take over.
 */

export type DrawingSet = {
  name: string
  licence: string
  /** A package of npm in an exact version, or of Debian in the version of the machine's release. */
  source: { npm: string } | { debian: string }
  /** Which files of the unpacked package are drawings of the set, by path. */
  files: RegExp
}

const npm = (name: string, licence: string, version: string, files: RegExp): DrawingSet => ({
  name,
  licence,
  source: { npm: version },
  files,
})
const debian = (name: string, licence: string, source: string, files: RegExp): DrawingSet => ({
  name,
  licence,
  source: { debian: source },
  files,
})

/** Of icon themes in several sizes: the one that is drawn in most detail. */
export const SETS: readonly DrawingSet[] = [
  debian('adwaita', 'LGPL-3.0 OR CC-BY-SA-3.0', 'adwaita-icon-theme', /\/scalable\/.*\.svg$/),
  debian(
    'breeze',
    'LGPL-3.0+',
    'breeze-icon-theme',
    /\/breeze\/(?:actions\/22|\w+\/(?:48|64|96))\/.*\.svg$/,
  ),
  debian(
    'elementary',
    'GPL-3.0',
    'elementary-icon-theme',
    /\/(?:48|64|128|symbolic)(?:@2)?\/.*\.svg$|-symbolic\.svg$/,
  ),
  debian('elementary-xfce', 'GPL-2.0+', 'elementary-xfce-icon-theme', /\.svg$/),
  debian('numix', 'GPL-3.0+', 'numix-icon-theme', /\/Numix\/(?:64|scalable)\/.*\.svg$/),
  debian('numix-circle', 'GPL-3.0+', 'numix-icon-theme-circle', /\/48\/.*\.svg$/),
  debian('papirus', 'GPL-3.0', 'papirus-icon-theme', /\/Papirus\/64x64\/apps\/.*\.svg$/),
  npm('boxicons', 'MIT', 'boxicons@2.1.4', /^package\/svg\/.*\.svg$/),
  npm('circle-flags', 'MIT', 'circle-flags@2.8.3', /^package\/flags\/.*\.svg$/),
  npm(
    'cryptocurrency-icons',
    'CC0-1.0',
    'cryptocurrency-icons@0.18.1',
    /^package\/svg\/(?:color|icon)\/.*\.svg$/,
  ),
  npm('devicon', 'MIT', 'devicon@2.17.0', /^package\/icons\/.*\.svg$/),
  npm('flag-icons', 'MIT', 'flag-icons@7.5.0', /^package\/flags\/.*\.svg$/),
  npm('fluentui-emoji', 'MIT', 'fluentui-emoji@1.3.0', /^package\/icons\/modern\/.*\.svg$/),
  npm('ionicons', 'MIT', 'ionicons@8.1.0', /^package\/dist\/svg\/.*\.svg$/),
  npm('material-icon-theme', 'MIT', 'material-icon-theme@5.38.1', /^package\/icons\/.*\.svg$/),
  npm('meteocons', 'MIT', '@meteocons/svg@0.1.0', /^package\/(?:fill|flat)\/.*\.svg$/),
  npm('openmoji', 'CC-BY-SA-4.0', 'openmoji@17.0.0', /^package\/color\/svg\/.*\.svg$/),
  npm('payment-icons', 'MPL-2.0', 'payment-icons@1.2.1', /^package\/svg\/.*\.svg$/),
  npm(
    'phosphor-duotone',
    'MIT',
    '@phosphor-icons/core@2.1.1',
    /^package\/assets\/duotone\/.*\.svg$/,
  ),
  npm('remixicon', 'Apache-2.0', 'remixicon@4.9.1', /^package\/icons\/.*\.svg$/),
  npm('super-tiny-icons', 'MIT', 'super-tiny-icons@0.6.0', /^package\/images\/svg\/.*\.svg$/),
  npm('svg-country-flags', 'public domain', 'svg-country-flags@1.2.10', /^package\/svg\/.*\.svg$/),
  npm('twemoji', 'MIT AND CC-BY-4.0', '@twemoji/svg@15.0.0', /^package\/.*\.svg$/),
  npm('weather-icons', 'MIT', 'weather-icons-svg@0.0.7', /^package\/src\/.*\.svg$/),
  npm(
    'weather-icons-animated',
    'MIT',
    '@bybas/weather-icons@2.0.0',
    /^package\/(?:production|design)\/.*\.svg$/,
  ),
]
