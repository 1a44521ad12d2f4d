import type { Text } from './text.ts'

export const ICONS_EN_B: Record<string, Text> = {
  'night-bus': {
    title: 'Night Bus',
    tagline: 'Vehicle silhouettes you recognise at thirty pixels and at midnight',
    body: `
Everything that takes you home after midnight, and a rocket in case it does not come. {count} solid icons of vehicles on roads, rails, water and in the air.

### Selection

The originals number far more; I left out every variant with a badge in its corner. What remains are silhouettes, and silhouettes are what you recognise at 30 pixels in the dark.

### Use

I run them on a departures page: one key per line, colour by operator, minutes as the label. The double-decker is for the 23, obviously.

Silhouettes by {author} ({set}), licence {licence}. The licence text is in the archive; keep it there when you pass the pack on.`,
  },
  bestiary: {
    title: 'Bestiary',
    tagline: 'Animals and plants for people who name their machines',
    body: `
An owl for night mode. A snail for the slow build. A duck for debugging, naturally. This pack is {count} solid animals and plants for people who name their machines.

**Birds and beasts** make good marks for servers, tracks and players: they differ at a glance and nobody mixes up the elephant and the bee.
**Plants and weather-worn things** fill the gaps: flowers, trees, a campfire.

> A colleague labelled six environments with six animals. There has not been a wrong deployment since; nobody wants to upset the penguin.

Drawn by {author} for {set}, licence {licence}. One unicorn included, at no extra charge.`,
  },
  'tavern-board': {
    title: 'Tavern Board',
    tagline: 'Dice, chests and bad ends for whoever sits behind the screen',
    body: `
For the one behind the screen. {count} solid icons for tabletop evenings: weapons, dice of every shape, chests, crowns and bad ends.

## At my table

| Key | What happens |
|---|---|
| Crossed swords | roll for initiative |
| Castle | change the map |
| Fire | start the crackling |
| Skull | dim the lights and say nothing |

The polyhedral dice carry their numbers, so a row of them works as a dice tower without labels.

All of them come from {set}, drawn by {author}, and are licensed under {licence}. Trademarks, consoles and logos were left out on purpose.`,
  },
  'insert-coin': {
    title: 'Insert Coin',
    tagline: 'Pixel icons for strips that would rather be an arcade cabinet',
    body: `
Pixels, square and proud. {count} icons on a coarse grid, for strips that would rather be an arcade cabinet.

They want whole multiples: **24, 48 or 72 pixels**. In between, the corners blur and the magic is gone.

### Levels

1. Heart, key, coin, potion: the status row
2. Sword, shield, bomb: the action row
3. Castle, tree, tent, ship: the map row
4. Trophy, crown, skull: how it ended

Best on saturated keys with ink or cream on top; see the third picture for the colours I use.

Icons from {set} by {author}. Licence {licence}. Free play.`,
  },
  'guest-list': {
    title: 'Guest List',
    tagline: 'Faces and figures for every key that is about somebody',
    body: `
Faces and figures for every key that is about somebody: callers, seats, speakers, teams, suspects.

The set has three moods. There are plain *people* for directories and meetings; *groups and gestures* for sharing, inviting and waving; and a corner of *characters* (robot, alien, ghost, bear, spy) for guests who prefer not to give a name.

I keep one character per regular caller. It turns out that nobody needs a photograph to recognise the ghost.

{count} line icons, from {set} by {author}. Licence {licence}; a copy is enclosed, together with the list of names as they are in the source.`,
  },
  'back-office-8-bit': {
    title: 'Back Office 8-bit',
    tagline: 'Filing, printing and signing, as drawn by a home computer',
    body: `
What if the ministry of paper had run on a home computer? {count} pixel icons for filing, printing, counting, signing and going home.

- **In**: inbox, mail, phone, membership card
- **Through**: clipboard, calculator, scissors, chart, filter
- **Out**: send, print, archive, and the wonderful *coffee*

Drawn on a 24-pixel grid with one-pixel steps, they look right at 24 and at 48 and at nothing between. On a paper-coloured key with dark ink they are as legible as anything made this century.

From {set}, by {author}; licence {licence}. Stamp here: ______`,
  },
  'monday-nine': {
    title: 'Monday, 9 a.m.',
    tagline: 'Calendars, documents and charts for the week between them',
    body: `
The week starts with a calendar and ends with a chart. These {count} outline icons cover the paper in between.

### Contents

- Calendars: *check*, *range*, *clock*, and a plain one for the evening you keep free
- Documents, clipboards and folders in the states they really get into
- Pens, rulers, scissors, a highlighter, a stamp
- A desk lamp and a coffee, without which none of the above

Names follow the source, so replacing one icon by its sibling is a matter of typing. I marked nothing as urgent; that is what the red key is for.

{set} by {author}, licence {licence}.`,
  },
  q: { title: 'Q', body: 'Arrows. All of them.' },
  wayfinding: {
    title: 'Wayfinding',
    tagline: 'Arrows, turns and layouts for people who are already walking',
    body: `
Signs for people who are already walking. {count} arrows, turns, merges, roundabouts and layouts, in one stroke and one temper.

## Three uses that are not "next"

1. **Window layouts.** The *layout* icons show where things will land before you press.
2. **Routing audio.** Merge, split and ramp say more than "bus 3".
3. **Moving through history.** Back-up and forward-up are undo and redo that cannot be mistaken for *reply*.

The diagonal cover is no accident: on the strip, a tilted arrow is read faster than a straight one.

Drawings by {author}, set {set}, licence {licence}.`,
  },
  'one-pixel-left': {
    title: 'One Pixel Left',
    tagline: 'Interface icons without a single curve',
    body: `
Interface icons for those who notice. {count} drawings without a single curve: pointers, handles, grids, alignments, flips, frames.

They are at home in pixel editors, tile maps, old-machine emulators and any strip that wants a steady rhythm. Corners are corners; a diagonal is a staircase, and proud of it.

| Size | Verdict |
|---|---|
| 24 | as drawn |
| 30 | do not |
| 48 | as drawn, twice |

The name is the bug report this pack answers.

Source: {set} by {author}, licence {licence}, text enclosed.`,
  },
} // prettier-ignore
