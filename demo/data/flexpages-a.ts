import type { StripFacts } from './strips-type.ts'

/** Pages in English. */
export const FLEXPAGES_A: Record<string, StripFacts> = {
  'clock-and-nothing-else': {
    set: 'tabler', category: 'system', language: 'en', author: 'Ines Halloran', tags: ['clock', 'date', 'quiet'],
    layout: 'solo', palette: 'ink',
    pages: { Clock: `
        calendar|Date|1|=clock.date|1.4|21 NOV
        |Time|3|=clock.time|3|22:41
        moon|Night|1|!display.dim` },
  },
  'system-pulse': {
    set: 'tabler', category: 'system', language: 'en', author: 'Nadia Okafor', tags: ['cpu', 'memory', 'network'],
    layout: 'rows', palette: 'tide',
    pages: { Pulse: `
        cpu|CPU|0|=system.cpu|1.4|38%
        stack-2|Memory|1|=system.memory|1.4|61%
        device-sd-card|Disk|3|=system.disk|1.4|84%
        temperature|Heat|2|=system.temperature|1.4|54°
        arrow-down|In|1|=network.in|1.5|12.4
        arrow-up|Out|3|=network.out|1.4|0.8
        battery-3|Power|4|=system.battery|1.4|76%` },
  },
  'four-cities': {
    set: 'ph', category: 'productivity', language: 'en', author: 'Hollis & Rook', tags: ['time zones', 'travel', 'team'],
    layout: 'horizon', palette: 'cobalt',
    pages: { Cities: `
        sun-horizon|Lisbon|0|=clock.lisbon|1|07:20
        buildings|Lagos|2|=clock.lagos|1|08:20
        boat|Osaka|4|=clock.osaka|1|16:20
        island|Auckland|1|=clock.auckland|1|20:20` },
  },
  'twenty-five-minutes': {
    set: 'lucide', category: 'productivity', language: 'en', author: 'Mara Lindqvist', tags: ['pomodoro', 'focus', 'timer'],
    layout: 'focus', palette: 'clay',
    pages: { Focus: `
        timer|Left|4|=timer.left|2.4|24:59
        play|Start|0|!timer.start|1.4
        pause|Pause|3|!timer.pause
        skip-forward|Skip|3|!timer.skip
        coffee|Break|2|!timer.break
        bell-off|Quiet|1|!focus.quiet
        circle-check|Done|1|=timer.done|1.2|3/8` },
  },
  'scene-switcher': {
    set: 'ph', category: 'streaming', language: 'en', author: 'Ines Halloran', tags: ['scenes', 'stream', 'switcher'],
    layout: 'wall', palette: 'violet',
    pages: { Scenes: `
        hand-waving|Starting|3|!scene.starting
        user|Camera|0|!scene.camera
        game-controller|Game|2|!scene.game
        squares-four|Split|1|!scene.split
        users|Guests|4|!scene.guests
        chalkboard|Slides|3|!scene.slides
        coffee|Break|2|!scene.break
        heart|Thanks|4|!scene.thanks
        moon|Ending|1|!scene.ending` },
  },
  'deploy-board': {
    set: 'lucide', category: 'development', language: 'en', author: 'Nadia Okafor', tags: ['deploy', 'ci', 'status'],
    layout: 'stagger', palette: 'slate',
    pages: { Deploy: `
        git-branch|Main|3|=git.branch|1.2
        test-tubes|Tests|0|=ci.tests|1.6|412/412
        package-check|Build|1|=ci.build|1.2|1.9.4
        cloud-upload|Stage|2|!deploy.stage|1.2
        rocket|Ship|4|!deploy.production|1.6
        undo-2|Roll back|3|!deploy.rollback|1.3
        activity|Errors|1|=monitor.errors|1.3|0.02%
        gauge|Latency|0|=monitor.latency|1.3|84` },
  },
  'now-playing': {
    set: 'ri', category: 'media', language: 'en', author: 'Low Tide Supply', tags: ['music', 'player', 'volume'],
    layout: 'focus', palette: 'plum',
    pages: { Player: `
        skip-back-line|Prev|3|!media.previous
        play-line|Play|0|!media.play_pause|1.6
        skip-forward-line|Next|3|!media.next
        disc-line|Elapsed|4|=media.elapsed|2.2|02:36
        heart-3-line|Like|2|!media.like
        shuffle-line|Shuffle|1|!media.shuffle
        repeat-2-line|Repeat|1|!media.repeat
        volume-up-line|Volume|3|=audio.volume|1.6|64%` },
  },
  'ticker-tape': {
    set: 'tabler', category: 'other', language: 'en', author: 'Hollis & Rook', tags: ['markets', 'prices', 'watchlist'],
    layout: 'tilt', palette: 'forest',
    pages: { Watchlist: `
        trending-up|Up|1|=market.index_1|1.5|+1.24%
        wheat|Grain|3|=market.grain|1.5|612.5
        trending-down|Down|4|=market.index_2|1.5|-0.36%
        coins|Silver|0|=market.silver|1.4|31.8
        currency-euro|Euro|2|=market.euro|1.4|1.084
        bolt|Energy|3|=market.energy|1.5|+2.1%
        bell|Alert|1|!market.alert` },
  },
} // prettier-ignore
