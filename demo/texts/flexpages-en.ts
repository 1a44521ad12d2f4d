import type { Text } from './text.ts'

export const FLEXPAGES_EN: Record<string, Text> = {
  'clock-and-nothing-else': {
    title: 'Clock, and Nothing Else',
    tagline: 'Date, time, moon. Your phone can stay in the bag',
    body: `
The date on the left, the time in the middle, a moon on the right. That is the page.

I made it after counting how often I looked at my phone to see what time it was and came back twenty minutes later. The time now stands in large figures at the edge of the desk, and the phone stays in the bag.

- **Date** in short form
- **Time** in the format of your system
- **Night** dims the strip until you touch it again

No seconds. You do not need them, and they move.

Icons: {set} by {author} ({licence}).`,
  },
  'system-pulse': {
    title: 'System Pulse',
    tagline: 'Seven readings a second, and a colour change before the fan tells you',
    body: `
Seven readings across the whole strip, refreshed once a second.

| Reading | Changes colour at |
|---|---|
| CPU | 85 % for ten seconds |
| Memory | 90 % |
| Disk | 95 % |
| Heat | 80° |
| Network in, out | never |
| Battery | 15 % |

The keys are wide enough for three figures, so nothing jumps when the load does. Touching one opens the list of processes, sorted by exactly that.

It runs quietly beside any other profile: add it as a last page and swipe to it when the fan starts.

Drawn with {set}, {author}, {licence}.`,
  },
  'four-cities': {
    title: 'World Time, Four Cities',
    tagline: 'Who is awake? Lisbon, Lagos, Osaka and Auckland at a glance',
    body: `
Lisbon, Lagos, Osaka, Auckland: four colleagues, four breakfasts, one page. Each key has a small picture of the place as I imagine it, and the local time below.

### Make it yours

Open the page in the application, change the zone of each key, and choose a picture that reminds you of somebody. The width is equal for all, since nobody should be the small one.

The colours follow the light there: cream by day, coral in the evening, deep blue once they ought to be asleep. Please do not call the deep blue ones.

{set} icons by {author}, {licence}.`,
  },
  'twenty-five-minutes': {
    title: 'Twenty-Five Minutes',
    tagline: 'Work twenty-five, rest five, and let the strip watch the clock',
    body: `
A kitchen-timer method on seven keys. Work for twenty-five minutes, rest for five, and after four rounds go for a walk.

1. Touch **Start**; the time left fills the widest key
2. **Quiet** switches notifications off until the bell
3. **Break** counts the five minutes
4. **Done** shows how many rounds lie behind you today

*Skip* exists for honest reasons and is deliberately small.

The brick red was chosen from eleven candidates as the one that says *now* without saying *alarm*.

Icons from {set}, drawn by {author}; licence {licence}.`,
  },
  'scene-switcher': {
    title: 'Scene Switcher',
    tagline: 'Nine stream scenes as pictures, so you can keep talking',
    body: `
Nine scenes, nine pictures, no text to read while you are talking.

- Before: **Starting**
- During: **Camera**, **Game**, **Split**, **Guests**, **Slides**
- Between: **Break**
- After: **Thanks**, **Ending**

The page uses generic scene commands. Connect them once to the scenes of your own streaming software, in the same order, and forget about it.

Colour helps the memory more than position does: what shows your face is violet or pink, what shows a screen is gold, what shows neither is dark.

Made from {set} by {author} ({licence}).`,
  },
  'deploy-board': {
    title: 'Deploy Board',
    tagline: 'Branch to ship in one row, with the way back beside it',
    body: `
Left to right, the way of a change into the world: branch, tests, build, stage, **ship**. After it the way back, and two numbers that tell you whether you need it.

> *Ship* asks for a second touch within three seconds. *Roll back* does not.

## What it reads

The test count and the build number come from your pipeline, errors and latency from your monitoring. Four addresses in the page's settings, no account.

We keep it on a spare strip beside the coffee machine. Since then people look at the error rate while the milk warms up, which is the right moment.

Icons {set}, {author}, {licence}.`,
  },
  'now-playing': {
    title: 'Now Playing',
    tagline: 'What plays, what comes next, how loud',
    body: `
A player page that stays out of the way: what has elapsed, what comes next, how loud.

**Touch** the elapsed time to jump back ten seconds. **Hold** it to start the piece again. *Like* sends a heart to whatever player is in front; if it has no hearts, nothing happens and nobody is hurt.

It uses the media keys of the system, therefore it works with browsers, players and most things that make a sound.

The plum-coloured ground is for evenings. During the day the strip dims by itself if your system says so.

Icons: {set}, {author}, {licence}.`,
  },
  'ticker-tape': {
    title: 'Ticker Tape',
    tagline: 'Six numbers and a bell instead of the tab you keep reopening',
    body: `
Six numbers and a bell. For people who would otherwise keep a browser tab open and look at it far too often.

- Two indices, one up and one down, as it tends to be
- Grain, silver, the euro, energy
- **Alert** rings once when a value leaves the band you set

Figures are examples until you enter a source in the page's settings; any address that answers with a plain number will do. Refresh is once a minute on purpose.

This page gives no advice, and neither do I.

{set} by {author}, licence {licence}.`,
  },
} // prettier-ignore
