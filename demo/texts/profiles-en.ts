import type { Text } from './text.ts'

export const PROFILES_EN: Record<string, Text> = {
  'night-shift-cutting': {
    title: 'Night-shift video cutting',
    tagline: 'Cut on page one, grade on page two, hands never leave the strip',
    body: `
Two pages for the hours when nobody else is in the building. The first one cuts, the second one grades, and the key at the far right takes you across.

## Cut

Undo on the left where the little finger finds it, *Blade* and both trims beside it, transport in the middle, markers and gap closing on the right.

## Grade

Four correction keys, copy and paste of a look, and a wide *Bypass* so that you can ask yourself whether it was better before.

The hotkeys are common defaults; change them in the application to suit yours. Colours stay warm and dark on purpose: at two in the morning a white key is an insult.

Icons from {set} by {author} ({licence}).`,
  },
  'photo-every-shortcut': {
    title: 'Every shortcut I reach for in a twelve-hour photo-editing day, from the first culling to export, in working order',
    body: `
The title says it. Read from left to right, the strip is the day:

1. **Cull**: pick, reject
2. **Frame**: crop
3. **Develop**: exposure, hue, saturation
4. **Mend**: brush, heal, erase, select the sky
5. **Look again**: compare
6. **Let go**: export

Blue keys change the picture, grey ones repair it, orange ones decide. I tried it the other way round for a month and exported rejects.

Tested with a right-handed pen display: everything you need while drawing lies on the left half. Icons by {author} ({set}, {licence}).`,
  },
  'polygon-by-polygon': {
    title: 'Polygon by Polygon',
    tagline: '3D modelling with the pen in one hand and the strip under the other',
    body: `
For modelling in three dimensions with one hand on the strip and the other on the pen.

- **Transform**: move, rotate, scale. Same blue, same width, same order as in every tutorial.
- **Build**: extrude, loop cut, duplicate
- **See**: wireframe, shading, camera, light
- **Wait**: render

The tab key got a place of its own at the far left. If you press nothing else on this strip, you will press that.

> Works best with the strip above the keyboard; below it the wrist hides *Render*, which may be a mercy.

Icons: {set}, {author}, {licence}.`,
  },
  'full-mix-small-desk': {
    title: 'Full Mix, Small Desk',
    tagline: 'Transport, mixer and editor for a desk that is also the kitchen table',
    body: `
A transport, a click, a few doors. This profile is for people whose mixing desk is also the kitchen table.

### Page one: Transport

Play is the widest key and the brightest. Record is next to it, but a different colour, because that mistake is only funny once. Loop, click, mute, solo, then mixer, editor and piano roll.

### Page two: Mix

EQ, compressor, reverb, copy a chain, and a loudness reading that stays in view while you promise yourself not to go above it.

Both pages use {set} icons by {author} ({licence}). Shortcuts are plain letters: set your own where they collide.`,
  },
  'one-terminal': {
    title: 'Two Monitors, One Terminal',
    tagline: 'Run, debug, test, commit: twelve keys in three colours',
    body: `
A profile for editors with an integrated terminal. Twelve keys, three colours.

| Colour | Meaning |
|---|---|
| Green | runs something |
| Amber | stops at something |
| Dark | goes somewhere |

*Run*, *Debug* and *Step* stand together, *Tests* beside them, and *Commit* far enough away that you will have read the diff by the time you get there. *Fix* calls the quick fix of the editor.

The key codes are widespread defaults on Windows and Linux; on macOS swap *ctrl* for *cmd*, which takes two minutes.

Icons {set} / {author} / {licence}.`,
  },
  'live-in-five': {
    title: 'Going Live in Five',
    tagline: 'Sound, picture, chat, water: the five minutes before a stream',
    body: `
The last five minutes before a stream are all checks: sound, picture, chat, water. This profile puts them in that order and keeps *Go live* wide, red and on the left, where you cannot touch it by reaching for *Mic*.

- Microphone, camera and screen
- Break and guest scenes, music bed
- Chat window and a clip marker
- Time since start, so that you stop when you said you would

I have used it for about ninety evenings. The *Break* key wore out first.

Commands are generic; bind them to your own software once. Icons by {author}, {set}, {licence}.`,
  },
  'meeting-muted': {
    title: 'Meeting, Muted',
    tagline: 'One huge key that says whether they can hear you',
    body: `
One key matters, so it is more than twice as wide as the rest. Everybody has said *you are muted* often enough; with this on the desk you know, because the key says so in letters you can read from the coffee machine.

Beside it: camera, raise hand, react, present, chat, people, notes. *Leave* is at the end, in a colour of its own, and it is as satisfying as it should be.

**Bindings** are those that most browser meetings share. If yours differs, edit the nine keys; the widths can stay.

Drawn with {set} icons ({author}, {licence}).`,
  },
  'writing-desk': {
    title: 'Writing Desk · مكتب الكتابة',
    tagline: 'For people who write in two directions, from right and from left',
    body: `
For people who write in two directions. The first two keys turn the paragraph: right-to-left for Arabic (من اليمين إلى اليسار), left-to-right for everything else. The third one, مسودة, opens the draft in the other language.

## The rest of the desk

- Bold, italic, quotation, list
- Comment, find, outline
- Focus: everything disappears but the line you are on
- Save, although it saves by itself

The order follows the way a text grows and not the menus. Labels may be mixed; the strip keeps each one in its own direction.

Icons: {set} by {author} ({licence}). شكراً for testing to everyone at the reading group.`,
  },
} // prettier-ignore
