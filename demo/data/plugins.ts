import type { PaletteName } from '#covers/palette.ts'
import type { PluginLayout } from '#covers/plugin-covers.ts'
import type { Category, OperatingSystem } from '#lib/contract/kind.ts'
import type { ProjectLanguage } from '#lib/contract/language.ts'
import type { PluginManifestFacts } from '#lib/contract/file/plugin-manifest.ts'
import type { PluginKey, Release } from '#lib/contract/project.ts'

/**
 * A plugin. With `repository` its facts (owner, version, systems, oldest version of the
 * application, licence, release) are those of the public repository's own manifest, licence file
 * and release workflow; without, it is a sample and says so.
 */
export type PluginFacts = {
  repository?: { owner: string; name: string }
  release?: Release
  license?: string
  version: string
  minimumVersion: string
  systems: readonly OperatingSystem[]
  /** Nothing was published before its repository began. */
  since?: string
  author: string
  category: Category
  language: ProjectLanguage
  tags: readonly string[]
  layout: PluginLayout
  palette: PaletteName
  /** What its manifest says, where that was read. */
  manifest?: PluginManifestFacts
  /** The key library of its manifest, where that has one: titles and widths on the strip. */
  library?: PluginKey[]
  /** Icons of the Material Design Icons, which plugin manifests name. */
  keys: string
}

export const PLUGINS: Record<string, PluginFacts> = {
  'plugin-example': {
    repository: { owner: 'ENIAC-Tech', name: 'Plugin-Example' },
    version: '1.1.3', minimumVersion: '1.0.0', systems: ['macos', 'windows'],
    author: 'ENIAC', category: 'development', language: 'en', tags: ['example', 'sdk', 'keys'],
    layout: 'lit', palette: 'ink',
    library: [{ title: 'Counter', width: 240 }, { title: 'CycleButton', width: 240 }, { title: 'Slider', width: 360 }, { title: 'Wheel', width: 400 }, { title: 'Submenu', width: 240 }],
    manifest: {
      generation: 1, author: 'ENIAC', permissions: null, requires_network: null, native: null,
      platforms: [], devices: ['flexbar'], capabilities: [], dependencies: [],
    },
    keys: 'gesture-tap-button numeric-3-box tune-variant tire folder-outline test-tube message-fast numeric-7-box puzzle',
  },
  'netease-essentials': {
    repository: { owner: 'ENIAC-Tech', name: 'flexplugin-v2-netease-music-link-essentials' },
    version: '1.0.1', minimumVersion: '1.0.0', systems: ['windows'],
    author: 'Aspen', category: 'audio', language: 'en', tags: ['music', 'library', 'dependency'],
    layout: 'beacon', palette: 'wine',
    manifest: {
      generation: 2, author: 'Aspen', permissions: ['logger', 'file', 'system'], requires_network: false, native: true,
      platforms: ['win32-x64'], devices: ['flow2pro', 'flexbar', 'flex2'], capabilities: [], dependencies: [],
    },
    keys: 'music-note-plus link-variant puzzle-outline',
  },
  'discord-voice': {
    repository: { owner: 'CorwinDev', name: 'Flexbar-Discord' },
    release: { tag: 'v1.0.2', file_name: 'com.corwindev.discord.flexplugin' },
    version: '1.0.2', minimumVersion: '1.0.0', systems: ['macos', 'windows'], since: '2025-05-20',
    author: 'CorwinDev', category: 'communication', language: 'en', tags: ['voice', 'soundboard', 'mute'],
    layout: 'close', palette: 'violet',
    keys: 'microphone-off headphones-off camera bullhorn-outline',
  },
  'ytmd-integration': {
    repository: { owner: 'MrCodeEU', name: 'Flexbar-Plugin-Youtube-Music-Desktop-App' },
    release: { tag: 'v0.1.5' }, license: 'MIT',
    version: '0.1.5', minimumVersion: '1.1.0', systems: ['macos', 'windows', 'linux'], since: '2025-07-08',
    author: 'MrCodeEU', category: 'audio', language: 'en', tags: ['music', 'player', 'now playing'],
    layout: 'lit', palette: 'ember',
    keys: 'music-note play-pause thumb-up skip-next shuffle-variant repeat skip-previous volume-high thumb-down playlist-play fast-forward rewind',
  },
  'home-assistant': {
    repository: { owner: 'Sese-Schneider', name: 'flexbar-home-assistant' },
    release: { tag: 'v0.3.0', file_name: 'dev.sese.flexbar_home_assistant.flexplugin' }, license: 'MIT',
    version: '0.3.0', minimumVersion: '1.0.0', systems: ['macos', 'windows', 'linux'], since: '2025-09-16',
    author: 'Sese-Schneider', category: 'smart_home', language: 'en', tags: ['home', 'lights', 'toggle'],
    layout: 'beacon', palette: 'tide',
    keys: 'home-automation toggle-switch lightbulb-on',
  },
  'bilibili-panel': {
    repository: { owner: 'H0ypothesis', name: 'bilibili-flexbar-plugin' },
    release: { tag: 'v1.2.1', file_name: 'com.h0ypothesis.bilibili.flexplugin' },
    version: '1.2.1', minimumVersion: '1.0.0', systems: ['macos'], since: '2026-07-01',
    author: 'H0ypothesis', category: 'streaming', language: 'zh-Hans', tags: ['视频', '弹幕', '播放'],
    layout: 'cascade', palette: 'blush',
    keys: 'television-play comment-text-multiple thumb-up circle-multiple star play rewind-15 fast-forward-15 skip-next volume-high subtitles-outline fullscreen',
  },
  'bench-timer': {
    version: '1.3.0', minimumVersion: '1.2.0', systems: ['all'],
    author: 'Hollis & Rook', category: 'productivity', language: 'en', tags: ['timer', 'workshop', 'sample'],
    layout: 'cascade', palette: 'umber',
    keys: 'timer-sand play pause restart bell-ring',
  },
  lueftersteuerung: {
    version: '0.8.4', minimumVersion: '2.0.0', systems: ['windows', 'linux'],
    author: 'Werkstatt Nordlicht', category: 'system', language: 'de', tags: ['lüfter', 'temperatur', 'beispiel'],
    layout: 'close', palette: 'slate',
    keys: 'fan thermometer speedometer fan-off chip',
  },
  'jimaku-meter': {
    version: '2.1.0', minimumVersion: '1.4.2', systems: ['macos', 'windows'],
    author: '紙月デザイン', category: 'streaming', language: 'ja', tags: ['字幕', '音量', 'サンプル'],
    layout: 'beacon', palette: 'cobalt',
    keys: 'closed-caption volume-high waveform',
  },
  'horaire-des-marees': {
    version: '1.0.5', minimumVersion: '1.0.3', systems: ['all'],
    author: 'Atelier Garance', category: 'other', language: 'fr', tags: ['marée', 'mer', 'exemple'],
    layout: 'lit', palette: 'mist',
    keys: 'waves arrow-up-bold arrow-down-bold moon-waning-crescent sail-boat weather-windy anchor',
  },
  'queue-depth': {
    version: '3.2.0', minimumVersion: '2.1.0', systems: ['linux', 'other'],
    author: 'Nadia Okafor', category: 'development', language: 'en', tags: ['queue', 'workers', 'sample'],
    layout: 'cascade', palette: 'forest',
    keys: 'tray-full server-network pause-circle refresh alert-circle chart-timeline-variant',
  },
  'dice-tower': {
    version: '1.7.2', minimumVersion: '1.1.0', systems: ['macos', 'windows', 'linux'],
    author: 'Teo Marchetti', category: 'games', language: 'en', tags: ['dice', 'tabletop', 'sample'],
    layout: 'close', palette: 'plum',
    keys: 'dice-d20 dice-6 dice-d8 dice-d4 dice-d12 dice-d10',
  },
} // prettier-ignore
