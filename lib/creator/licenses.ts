/** SPDX identifiers that the form suggests: common for icons, settings and code. Any other may be typed. */
export const SUGGESTED_LICENSES = [
  'MIT',
  'Apache-2.0',
  'ISC',
  'BSD-3-Clause',
  'MPL-2.0',
  'GPL-3.0-or-later',
  'OFL-1.1',
  'CC0-1.0',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'CC-BY-NC-4.0',
] as const
