/*
 * Packages with READMEs that the renderer is judged by (readme-judge.ts).
 */

/** Direct dependencies of this repository whose READMEs have pictures, alerts, tables, footnotes, HTML or much code. */
export const INSTALLED = [
  '@electric-sql/pglite',
  '@fastify/busboy',
  '@github/combobox-nav',
  '@hono/node-server',
  '@hookform/resolvers',
  '@opentelemetry/sdk-metrics',
  '@tailwindcss/postcss',
  '@takumi-rs/core',
  'age-encryption',
  'bowser',
  'css-tree',
  'eld',
  'fast-check',
  'hono',
  'html-validate',
  'iron-session',
  'isbot',
  'jose',
  'json-schema-to-typescript',
  'jsonc-parser',
  'knip',
  'lighthouse',
  'lru-cache',
  'next',
  'next-intl',
  'oauth4webapi',
  'open-graph-scraper',
  'oxlint',
  'p-limit',
  'pino',
  'playwright',
  'postal-mime',
  'react-easy-crop',
  'react-hook-form',
  'rehype-sanitize',
  'remark-cjk-friendly',
  'remark-gfm',
  'remark-rehype',
  'sharp',
  'yaml',
  'zod',
] as const

const list = (names: string) => names.trim().split(/\s+/)

/** A hundred popular packages by the language of their READMEs, in part. */
export const POPULAR: Readonly<Record<string, readonly string[]>> = {
  en: list(`
    acorn agent-base ajv alpinejs axios camelcase chalk chokidar color-convert commander concurrently cors dayjs debug dotenv emoji-regex
    execa express fastify find-up fs-extra glob helmet htmx.org husky ignore immer jotai js-yaml json5 koa lit luxon mime-types minimatch
    minimist ms nanoid node-fetch nodemon path-to-regexp picomatch postcss preact qs ramda readable-stream redux resolve rimraf
    signal-exit strip-ansi supports-color tslib type-fest undici uuid which whatwg-url winston ws yargs yup zustand`),
  de: list('landkreise-deutschland taktische-zeichen-core'),
  fr: list(
    '@1024pix/eslint-plugin @gouvfr-anct/lieux-de-mediation-numerique carte-facile convertir-nombre-lettre',
  ),
  ja: list(`
    @geolonia/normalize-japanese-addresses analyze-desumasu-dearu ken-all moji textlint-rule-ja-no-abusage
    textlint-rule-ja-no-mixed-period textlint-rule-ja-no-redundant-expression textlint-rule-ja-space-between-half-and-full-width
    textlint-rule-no-double-negative-ja textlint-rule-no-dropping-the-ra textlint-rule-no-mix-dearu-desumasu
    textlint-rule-preset-ja-spacing textlint-rule-preset-ja-technical-writing ts-gimei use-postal-jp`),
  'zh-CN': list(`
    cssfilter heti lunar-javascript mockjs nzh pinyin pinyin-pro react-native-image-zoom-viewer sm3 szfe-tools vue-image-crop-upload
    vue3-draggable-resizable wangeditor xe-utils xss`),
}
