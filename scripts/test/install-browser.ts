import { findChromium } from './browsers.ts'

/* Installs Chromium where there is none: a process of its own, which other steps run beside. */

findChromium(console.log)
