/**
 * Lends browser contexts to tests. In a context that has shown the pages before, Chromium opens a page with half the
 * processor time, because it has already fetched and compiled the scripts. So a test gets the context that an earlier
 * test has returned, without what the earlier test stored in it.
 */

import type { Browser, BrowserContext, Page } from 'playwright-core'

/** The time in milliseconds that a test waits for something on a page. It is long, because the machine may be busy. */
const waitLimit = 60_000

export interface ContextOptions {
  locale?: string
  timezoneId?: string
}

export async function newContext(browser: Browser, options: ContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(waitLimit)
  return context
}

interface LentContext {
  context: BrowserContext
  /** The options as JSON. A context is lent only to tests with the same options. */
  options: string
  /**
   * A page of the API's origin that no test uses. While it is open, Chromium keeps the process with compiled scripts.
   */
  keeper?: Page
}

export interface Contexts {
  lend: (options: ContextOptions) => Promise<BrowserContext>
  /** Takes back the contexts that were lent since `keepLent` was called, and closes their pages. */
  takeBack: () => Promise<void>
  /** Leaves the contexts that are lent now to the tests that follow. */
  keepLent: () => void
}

/** `url` is the URL of the API. */
export function createContexts(browser: Browser, url: string): Contexts {
  const free: LentContext[] = []
  let lent: LentContext[] = []

  const find = (options: string) => {
    const at = free.findIndex(candidate => candidate.options === options)
    return at < 0 ? undefined : free.splice(at, 1)[0]
  }

  return {
    async lend(contextOptions) {
      const options = JSON.stringify(contextOptions)
      const found = find(options) ?? { context: await newContext(browser, contextOptions), options }
      lent.push(found)
      return found.context
    },
    async takeBack() {
      for (const one of lent) free.push({ ...one, keeper: await empty(one, url) })
      lent = []
    },
    keepLent() {
      lent = []
    },
  }
}

/** Closes the pages of a context except its keeper, and removes what they stored. Returns the keeper. */
async function empty({ context, keeper }: LentContext, url: string): Promise<Page> {
  const pages = context.pages().filter(page => page !== keeper)
  const kept = keeper ?? (await context.newPage())
  if (!keeper) await kept.goto(`${url}/admin/assets/none`)
  for (const page of pages) await page.close()
  await context.clearCookies()
  await kept.evaluate('localStorage.clear()')
  return kept
}
