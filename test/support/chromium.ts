/** Finds and starts Chromium. The tests in a browser are skipped if it is not installed. */

import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

/** The headless shell is Chromium without windows. With it, tests take a fifth less time. */
const fullExecutable = '/usr/bin/chromium'
const executables = ['/usr/bin/chromium-headless-shell', fullExecutable]
const executablePath = executables.find(path => existsSync(path)) ?? ''

export const hasBrowser = executablePath !== ''

/** The headless shell has no back/forward cache. */
export const hasBackForwardCache = existsSync(fullExecutable)

/**
 * With `--process-per-site`, all pages of a context share a process, and the scripts that are compiled there.
 * `--disable-sync` and the last two options prevent Chromium's own requests.
 */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--process-per-site',
  '--no-first-run',
  '--disable-sync',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
]

export const launchBrowser = () => chromium.launch({ executablePath, args })

/** Playwright disables the back/forward cache by default. */
export const launchWithBackForwardCache = () =>
  chromium.launch({ executablePath: fullExecutable, args, ignoreDefaultArgs: ['--disable-back-forward-cache'] })
