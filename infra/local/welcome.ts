/** What `npm start` tells the person who started it. */

import type { Demo } from './demo/ensure.ts'

interface Running {
  url: string
  /** Where the data is kept, in words. */
  data: string
  log: string
  /** The directory of the data, where the store command does not find it by itself. */
  named: string | null
  demo: Demo | null
}

const store = (words: string, named: string | null) =>
  `npm run store -- ${words}${named ? ` --data ${named}` : ''}`

const newKey = (account: number | string, named: string | null) =>
  store(`key create --account ${account} --mode Test`, named)

/** Secrets are shown once; the one in the curl line is the exception. */
function demoLines({ account, testKey, liveKey }: Demo, { url, named }: Running): string[] {
  const secrets = liveKey ? [`  Test key  ${testKey}`, `  Live key  ${liveKey} (shown this once)`] : []
  return [
    `Demo store: account ${account}`,
    ...secrets,
    `  Another key for it: ${newKey(account, named)}`,
    '',
    'Try it:',
    `  curl -u ${testKey}: ${url}/discounts`,
  ]
}

const storeLines = (named: string | null) => [
  `Open a store:       ${store('account create --name NAME --currency EUR', named)}`,
  `Another key for it: ${newKey('NUMBER', named)}`,
]

export const welcome = (running: Running) => {
  const { url, data, log, demo, named } = running
  return [
    '',
    `API   ${url}`,
    `Docs  ${url}/docs`,
    `Data  ${data}`,
    `Log   ${log}`,
    '',
    ...(demo ? demoLines(demo, running) : storeLines(named)),
    '',
    `Ready after ${process.uptime().toFixed(1)} seconds. Ctrl-C ends everything.`,
    '',
  ].join('\n')
}
