import type { Text } from './text.ts'

/** Texts of the plugins; those with a repository are described from its README. */
export const PLUGIN_TEXTS: Record<string, Text> = {
  'plugin-example': {
    title: 'Example',
    tagline: 'The makers’ own starting point: every type of key in one plugin',
    body: `
Example plugin for FlexDesigner, published by its makers as a starting point for your own.

## Keys it brings along

- **Tap Counter**: a default key with customisable drawn content and a range you set
- **Cycle Button**: ten coloured states, one tap each
- **Slider** with a range and a number format
- **Wheel** with a step
- A submenu with an API test and a snackbar message

The manifest asks for macOS 10.15 or Windows 10 and shows how a global configuration page, a shortcut and translated titles are declared. Open it beside the source: it is short enough to be read in one sitting.`,
  },
  'netease-essentials': {
    title: 'NeteaseMusicLinkEssentials',
    tagline: 'Shared building blocks for Netease Cloud Music plugins',
    body: `
Reusable FlexLink communication essentials for Netease Cloud Music plugins.

This is a building block rather than a set of keys. It has no configuration page of its own; other plugins depend on it and leave the conversation with the player to it.

### Facts from the manifest

| | |
|---|---|
| Platform | Windows, 64 bit |
| Devices | flow2pro, flexbar, flex2 |
| Permissions | logger, file, system |
| Native code | yes |
| Language | English |

Install it first, then the plugin that asked for it.`,
  },
  'discord-voice': {
    title: 'Discord',
    tagline: 'Mute, deafen and play sounds in Discord without leaving your game',
    body: `
Use Discord voice controls and the soundboard from the strip.

- **Mute / Unmute** and **Deafen / Undeafen**
- **Camera** on and off
- **Trigger Soundboard**: one key, one sound

## Before it works

Discord only lets an application talk to it that belongs to you. You create one in its developer portal, add a redirect address under *OAuth2*, and copy client id and client secret into *Settings → Application → Discord*. Save, then authenticate. The repository's read-me walks through it in twelve steps.

For macOS 10.15 and Windows 10 or later.`,
  },
  'ytmd-integration': {
    title: 'YouTube Music Desktop App Integration',
    tagline: 'See what YouTube Music plays, and control it from the strip',
    body: `
Shows what the YouTube Music Desktop App is playing and controls it, through the app's Companion Server.

### On the keys

- *Now Playing* with title, artist, cover and a progress bar
- Play and pause, previous and next, seek by ten seconds or with a slider
- Like and dislike, shuffle, repeat
- Mute, volume up and down, volume slider
- *Play by ID* for one particular song or list

Updates arrive in real time over a socket, so nothing polls. No API key is needed: start the desktop app (2.0.0 or later), switch on the Companion Server under *Settings → Integration*, and authorise once.

Published under the MIT licence.`,
  },
  'home-assistant': {
    title: 'Home Assistant',
    tagline: 'Switch lights, blinds and scenes of Home Assistant with a key',
    body: `
Integrate Home Assistant into your Flexbar.

## Toggle

A key switches one entity, such as \`light.kitchen\` or \`switch.garden_lights\`. With *Sync style with Home Assistant* switched on, the key takes over the icon and, for lights, the colour of the entity: the strip shows what the room looks like.

## Setting up

1. Add the repository's address in the application
2. Open *Setting → Application → Home Assistant*
3. Enter the address of your instance and a long-lived access token
4. Save, and wait for *Connected*

Runs on macOS, Windows and Linux. MIT licence.`,
  },
  'bilibili-panel': {
    title: 'BilibiliPlugin',
    tagline: '在按键条上看进度、发弹幕、一键三连',
    body: `
哔哩哔哩控制面板：通过 Electron 调试协议驱动 Mac 客户端播放器，在按键条上显示正在播放的视频，并直接控制它。

## 按键

- **正在播放**：封面、标题、UP主与进度
- **播放/暂停、下一集、快进快退15秒**
- **进度条**：拖动跳转；另有进度旋钮与音量旋钮
- **弹幕、点赞、投币、收藏**，状态会高亮
- **字幕**：实时显示，支持双语；可设为自动开启
- **全屏** 打开与关闭

## 环境要求

macOS 11 以上，已安装哔哩哔哩 Mac 客户端，并以调试模式启动。仓库说明里有一键安装脚本，以及让程序坞图标也带上调试端口的办法。`,
  },
  'bench-timer': {
    title: 'Bench Timer',
    tagline: 'Timers for glue, paint and solder, side by side',
    body: `
**A sample for this catalogue: there is no such plugin to install.** It shows how a published plugin without a repository would look here.

Imagine a timer for glue, paint and solder. You press once to start, hold to add a minute, and the key turns from sand to amber to red while the time runs out.

- Up to eight timers side by side
- A bell that stops when you touch *any* key, because your hands are full
- Names in marker-pen capitals

Whoever would like to build it is welcome to the idea.`,
  },
  lueftersteuerung: {
    title: 'Lüftersteuerung',
    tagline: 'Lüfter nach Gehör regeln: leise, ausgewogen oder Föhn',
    body: `
**Ein Beispiel für diesen Katalog: Dieses Plugin gibt es nicht zum Installieren.** Es zeigt, wie ein Eintrag ohne Quelltext aussieht.

Gedacht wäre es so: Ein Schieber je Lüfter, daneben die Temperatur, dazu drei Kurven, die man mit einem Druck wechselt.

1. *Leise* für den Abend
2. *Ausgewogen* für alles andere
3. *Föhn*, wenn gerechnet wird

Steigt ein Wert über die Grenze, färbt sich die Taste; beim zweiten Druck bleibt die Warnung stumm. Für Windows und Linux vorgesehen.`,
  },
  'jimaku-meter': {
    title: '字幕メーター',
    tagline: '字幕と音量が届いているか、配信中に一目で確認',
    body: `
**これは本カタログ用の見本です。実際にインストールできるプラグインはありません。**

配信中の字幕がきちんと出ているか、音量は足りているか。その二つを一つのキーで確かめられたら、という思いつきを形にした見本です。

- 字幕の遅れを色で表示（緑、黄、赤）
- 直近十秒の音量を波形で表示
- 長押しで字幕を入れ直す

作ってみたい方は、どうぞ自由にお使いください。名前を変えてもかまいません。`,
  },
  'horaire-des-marees': {
    title: 'Horaire des marées',
    tagline: 'Une touche qui monte et descend avec la mer',
    body: `
**Ceci est un exemple pour le catalogue : aucun greffon n’est à installer.** Il montre à quoi ressemble une fiche sans dépôt public.

L’idée : une touche qui monte et qui descend avec la mer.

- La prochaine pleine mer et la prochaine basse mer
- Le coefficient, en grand, quand il dépasse 90
- Le vent et la lune sur les deux touches voisines

> La touche clignote une heure avant qu’il ne soit trop tard pour rentrer au port.

Si quelqu’un l’écrit un jour, qu’il fasse signe.`,
  },
  'queue-depth': {
    title: 'Queue Depth',
    tagline: 'How much waits, how long, and who works on it: three keys',
    body: `
**A sample for this catalogue: no plugin stands behind this page.**

What it would do: show how many jobs wait, how old the oldest is, and how many workers are awake. Three numbers, three keys, no dashboard.

| Key | Press | Hold |
|---|---|---|
| Depth | open the list | pause intake |
| Oldest | open that job | retry it |
| Workers | add one | remove one |

Colours follow age and not length, since a long queue that moves is nobody's problem.`,
  },
  'dice-tower': {
    title: 'Dice Tower',
    tagline: 'Six keys, six dice, one honest random number each',
    body: `
**A sample for this catalogue; it cannot be installed.** Six keys, six dice, one honest random number each.

Tap to roll, swipe to add the same die again, hold to see the last ten results. Advantage and disadvantage sit in a submenu because they come up less often than players claim.

- d4, d6, d8, d10, d12, d20
- Sums and single results
- A quiet mode for libraries and sleeping children

The colours come from a set of resin dice that lost its d100 under a sofa in 2019.`,
  },
} // prettier-ignore
