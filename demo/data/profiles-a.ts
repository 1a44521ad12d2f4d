import type { StripFacts } from './strips-type.ts'

/** Profiles in English. */
export const PROFILES_A: Record<string, StripFacts> = {
  'night-shift-cutting': {
    set: 'tabler', category: 'video', language: 'en', author: 'Low Tide Supply', tags: ['editing', 'timeline', 'colour'],
    layout: 'rows', palette: 'ember',
    pages: {
      Cut: `
        arrow-back-up|Undo|3|ctrl+z
        cut|Blade|0|ctrl+b|1.2
        arrow-bar-to-left|Trim in|0|q
        arrow-bar-to-right|Trim out|0|w
        magnet|Snap|1|n
        player-skip-back|Prev|3|up
        player-play|Play|4|space|1.4
        player-skip-forward|Next|3|down
        bookmark|Marker|2|m
        link|Link|1|ctrl+l
        arrows-join|Close gap|1|shift+delete|1.2
        color-swatch|Grade|2|>page-2|1.2`,
      Grade: `
        arrow-left|Cut|3|>page-1
        contrast-2|Contrast|0|alt+c
        temperature|Warmth|0|alt+t
        droplet-half-2|Tint|0|alt+i
        color-picker|Pick|2|alt+p
        copy|Copy look|1|ctrl+shift+c|1.3
        clipboard|Paste look|1|ctrl+shift+v|1.3
        eye|Bypass|4|shift+d`,
    },
  },
  'photo-every-shortcut': {
    set: 'ph', category: 'design', language: 'en', author: 'Mara Lindqvist', tags: ['photo', 'retouching', 'culling', 'export'],
    layout: 'stagger', palette: 'mist',
    pages: {
      Edit: `
        star|Pick|2|p
        x-circle|Reject|1|x
        crop|Crop|0|r
        sun|Exposure|4|e|1.2
        palette|Hue|0|h
        drop-half|Saturation|0|s|1.3
        paint-brush|Brush|0|k
        bandaids|Heal|3|q
        eraser|Erase|3|shift+e
        magic-wand|Select sky|2|alt+s|1.4
        arrows-left-right|Compare|4|y|1.2
        export|Export|1|ctrl+shift+e|1.2`,
    },
  },
  'polygon-by-polygon': {
    set: 'tabler', category: 'design', language: 'en', author: 'Teo Marchetti', tags: ['3d', 'modelling', 'sculpt'],
    layout: 'tilt', palette: 'night',
    pages: {
      Model: `
        cube|Object|1|tab
        arrows-move|Move|0|g
        rotate|Rotate|0|r
        resize|Scale|0|s
        box-multiple|Duplicate|3|shift+d|1.3
        layers-subtract|Extrude|2|e
        vector|Loop cut|2|ctrl+r|1.1
        grid-dots|Wire|3|shift+z
        sphere|Shade|3|z
        camera|Camera|4|num0
        bulb|Light|4|l
        player-play|Render|0|f12|1.2`,
    },
  },
  'full-mix-small-desk': {
    set: 'lucide', category: 'audio', language: 'en', author: 'Low Tide Supply', tags: ['daw', 'mixing', 'transport'],
    layout: 'horizon', palette: 'plum',
    pages: {
      Transport: `
        rewind|Back|3|,
        play|Play|4|space|1.6
        circle|Record|0|r|1.4
        repeat|Loop|1|c
        metronome|Click|3|k
        volume-x|Mute|1|m
        headphones|Solo|2|s
        sliders-vertical|Mixer|0|x
        audio-waveform|Editor|3|e
        piano|Piano roll|3|p|1.2
        scissors|Split|1|ctrl+e
        undo-2|Undo|3|ctrl+z`,
      Mix: `
        arrow-left|Transport|3|>page-1|1.2
        sliders-horizontal|EQ|0|1
        audio-lines|Comp|0|2
        waves-horizontal|Reverb|2|3
        copy|Copy chain|1|ctrl+alt+c|1.3
        gauge|Loudness|4|=audio.loudness|1.6|-14.2`,
    },
  },
  'one-terminal': {
    set: 'lucide', category: 'development', language: 'en', author: 'Nadia Okafor', tags: ['ide', 'terminal', 'git'],
    layout: 'wall', palette: 'moss',
    pages: {
      Code: `
        terminal|Terminal|0|ctrl+backquote|1.2
        play|Run|2|f5
        bug|Debug|4|f9
        step-forward|Step|3|f10
        test-tube|Tests|0|ctrl+shift+t
        search-code|Find|3|ctrl+shift+f
        file-code|Go to|3|ctrl+p
        git-branch|Branch|1|ctrl+shift+g
        git-commit-horizontal|Commit|1|ctrl+enter|1.2
        braces|Format|3|alt+shift+f
        pencil|Rename|4|f2
        sparkles|Fix|2|ctrl+period`,
    },
  },
  'live-in-five': {
    set: 'tabler', category: 'streaming', language: 'en', author: 'Ines Halloran', tags: ['stream', 'scenes', 'microphone'],
    layout: 'focus', palette: 'wine',
    pages: {
      Live: `
        broadcast|Go live|0|!stream.start|2
        microphone|Mic|4|!audio.mic_toggle|1.6
        camera|Camera|3|!video.camera
        screen-share|Screen|3|!video.screen
        coffee|Break|2|!scene.break
        mood-smile|Guests|3|!scene.guests
        music|Bed|1|!audio.bed
        message-circle|Chat|1|!window.chat
        bookmark|Clip|2|!stream.clip
        clock|Since|3|=stream.time|1.4|01:42`,
    },
  },
  'meeting-muted': {
    set: 'ri', category: 'office', language: 'en', author: 'Hollis & Rook', tags: ['meeting', 'calls', 'presenting'],
    layout: 'solo', palette: 'slate',
    pages: {
      Call: `
        mic-off-line|Muted|0|ctrl+d|2.4
        vidicon-line|Camera|1|ctrl+e|1.2
        hand|Raise hand|4|ctrl+alt+h|1.3
        emotion-laugh-line|React|2|ctrl+alt+r
        slideshow-line|Present|1|ctrl+alt+p|1.2
        chat-3-line|Chat|3|ctrl+alt+c
        group-line|People|3|ctrl+alt+u
        draft-line|Notes|3|!window.notes
        phone-line|Leave|4|ctrl+w|1.2`,
    },
  },
  'writing-desk': {
    set: 'ph', category: 'office', language: 'en', author: 'Yara Haddad', tags: ['writing', 'arabic', 'focus'],
    layout: 'rows', palette: 'sand',
    pages: {
      Desk: `
        text-align-right|Right|0|ctrl+shift+r
        text-align-left|Left|0|ctrl+shift+l
        translate|مسودة|1|ctrl+alt+t|1.2
        text-b|Bold|3|ctrl+b
        text-italic|Italic|3|ctrl+i
        quotes|Quote|3|ctrl+shift+q
        list-bullets|List|3|ctrl+shift+8
        note-pencil|Comment|4|ctrl+alt+m|1.2
        magnifying-glass|Find|2|ctrl+f
        book-open|Outline|2|ctrl+alt+o|1.2
        moon|Focus|1|f11
        floppy-disk|Save|0|ctrl+s`,
    },
  },
} // prettier-ignore
