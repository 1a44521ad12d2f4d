import type { Text } from './text.ts'

export const ICONS_EN_A: Record<string, Text> = {
  barometer: {
    title: 'Barometer',
    tagline: 'Weather icons for people who look out of the window first',
    body: `
Weather for people who look out of the window first. {count} outline icons, from a clear morning to the kind of sky that makes you bring the washing in.

## What is inside

- **Sky**: sun, moon, haze, cloud cover by degree
- **Falling**: drizzle, rain, hail, snow, and what you hold above your head against it
- **Moving**: wind, waves, tornado
- **Measured**: thermometers for cold, mild and hot

The strokes keep one weight, so a forecast of five keys reads as a row and not as a quarrel. On a 60-pixel strip I set them at 30 pixels, light on a deep blue key.

## Source and licence

Drawn by {author} for {set}, under {licence}. Nothing was redrawn; this is a selection and an order.`,
  },
  'tape-deck': {
    title: 'Tape Deck',
    tagline: 'Solid transport keys you can hit without looking',
    body: `
Solid shapes for everything that plays, records or hums. I chose the filled cut because a transport key is hit without looking: the triangle has to be there at the edge of your eye.

1. Transport: play, pause, stop, skip, rewind, eject
2. Machines: cassette, record, radio, hi-fi speaker, television
3. Instruments and the things that keep them in time
4. Film and camera, for those who cut sound to pictures

> Tip: give *record* the only red key on the strip. Everything else can share two quiet colours.

{count} icons in the fill style of {set} by {author}. Licence {licence}; the full text travels inside the pack, so you may pass it on as it is.`,
  },
  'transport-controls': {
    title: 'Transport Controls',
    tagline: 'Outline icons for the whole row from previous track to volume',
    body: `
A working set for players and recorders: {count} outline icons that cover the whole row from *previous track* to *volume*, with enough neighbours to label a whole studio desk.

### How it is sorted

The first fourteen icons are the ones you reach for every minute. After them come microphones, headphones, waveforms and repeat modes, then cameras and screens for whoever shows the sound to somebody.

### On the device

They were drawn on a 24-pixel grid with a 2-pixel stroke. At 30 pixels on the strip the stroke lands on 2.5 pixels, which is soft but even; at 36 it is crisp.

Icons: {set} by {author}, licence {licence}.`,
  },
  'low-frequency': {
    title: 'Low Frequency',
    tagline: 'A picture for every channel of the mix, kick drum to lead voice',
    body: `
Drums, decks, cables, knobs. This pack started as the labels of one mixing template and grew until every channel had its own picture.

**For the band:** drum, drumstick, guitar, piano, keyboard, voice.
**For the desk:** sliders in both directions, waveform, audio lines, metronome, gauge.
**For the listener:** speaker, headphones, boom box, cassette, three sizes of volume.

I use it with one rule: instruments on dark keys, actions on bright ones. After two evenings the hand knows where the bass is.

{count} icons in all. They are the work of {author} ({set}) and come under {licence}. Report a wrong note and I will swap it in the next version.`,
  },
  'half-full': {
    title: 'Half Full',
    tagline: 'Every state a battery can be in, in steps of ten',
    body: `
Every state a battery can be in, and a few that only accountants would think of. {count} solid icons: levels in steps of ten, charging at every level, locked, synced, worried.

### Why so many

A status key is only useful if it changes when the thing changes. With ten levels you can watch a headset run down over an afternoon instead of being told at nine per cent.

### Suggested order

| Key | Icon |
|---|---|
| Normal | \`battery-90\` down to \`battery-20\` |
| On the cable | \`battery-charging-60\` |
| Hurry | \`battery-alert\` |

Drawn by {author} for {set}. Licence {licence}.`,
  },
  'desk-drawer': {
    title: 'Desk Drawer',
    tagline: 'Hardware icons for keys that switch, mount, mute or wake something',
    body: `
The drawer everybody has: two kinds of USB cable, a dead mouse, a floppy disk kept for reasons of the heart. {count} small outline drawings of hardware, good for keys that switch, mount, mute or wake something.

- Computers: laptop, tower, rack, tablet, phone
- Insides: processor, memory, graphics card, drives
- Ends of cables: HDMI, Ethernet, three shapes of USB, optical audio
- Things with a switch: lamp, fan, printer, projector, webcam

They come from a 16-pixel grid, so they stay readable far below the size of a key.

From {set} by {author}, licence {licence}. The text of the licence lies in the archive.`,
  },
  'inbox-by-noon': {
    title: 'Inbox by Noon',
    tagline: 'Twelve things you can do to a message, and an icon for each',
    body: `
Twelve decisions about a message, and a picture for each: read, answer, send on, flag, file, forget. The rest of the {count} icons cover calls, chats and the bell that started it all.

## The morning routine this was made for

1. *Star* what needs an hour
2. *Send* what needs a minute
3. *Archive* the rest before the coffee is cold

Put those three on wide keys. Give the bell a narrow one at the far end, and silence it.

Outline icons by {author} from {set}, under {licence}. I only picked and ordered them; the drawings are exactly as published.`,
  },
  'green-build': {
    title: 'Green Build',
    tagline: 'Version control, tests and containers, sorted by when you need them',
    body: `
From the first branch to the moment it runs somewhere else: {count} outline icons for version control, tests, containers and databases.

### Grouped by when you need them

- **Writing**: braces, brackets, function, regex, variable
- **Sharing**: branch, commit, compare, pull request, merge, conflict
- **Checking**: bug, flask, test tubes, search in code
- **Shipping**: package, container, workflow, rocket
- **Living with it**: server, database, webhook, terminal at three in the morning

The commit and merge icons sit on the same baseline, so a row of them reads like a small graph.

Source: {set}, drawn by {author}; licence {licence}, enclosed.`,
  },
  'tables-turned': {
    title: 'Tables Turned',
    tagline: 'Databases in every situation, so import never looks like export',
    body: `
One cylinder, {count} situations. If your work is databases, you know that the difference between *import* and *export* should not be found out afterwards.

Each icon is the same drum, solid or in outline, with a small sign at its side: an arrow, a lock, a clock, an eye, a warning. I keep the outlines for keys that only read. Because the drum never changes, the eye learns to look only at the sign.

**Recommended colours:** reading in green, writing in amber, anything that cannot be taken back in red, and a confirmation on the key next to it.

The icons are by {author}, from {set}. Licence: {licence}, with its full text in the pack.`,
  },
  'corner-shop': {
    title: 'Corner Shop',
    tagline: 'Icons for keys that sell, count, wrap or refund',
    body: `
A till, a shelf, a scale and somebody who knows your name. {count} outline icons for keys that sell, count, wrap or refund.

- Selling: basket, bag, cart, tag, barcode, ticket
- Paying: card, coins, notes, wallet, contactless
- Counting: calculator, receipt, percentages, a line and a pie
- Moving: package, truck, warehouse, forklift

There is a croissant as well. A shop strip without a croissant key has never been tested properly.

Made from {set} by {author} and licensed under {licence}. If you print it on a real till, send a photograph.`,
  },
} // prettier-ignore
