/** What `npm start` tells the person who started it. */

import type { Demo } from './demo.ts'

interface Running {
  url: string
  /** Where the data is kept, in words. */
  data: string
  log: string
  demo: Demo | null
}

const newKey = (account: number | string) => `npm run store -- key create --account ${account} --mode Test`

/** Secrets are shown once; the one in the curl line is the exception. */
function demoLines({ account, testKey, liveKey }: Demo, url: string): string[] {
  const secrets = liveKey ? [`  Test key  ${testKey}`, `  Live key  ${liveKey} (shown this once)`] : []
  return [
    `Demo store: account ${account}`,
    ...secrets,
    `  Another key for it: ${newKey(account)}`,
    '',
    'Try it:',
    `  curl -u ${testKey}: ${url}/discounts`,
  ]
}

const storeLines = [
  'Open a store:       npm run store -- account create --name NAME --currency EUR',
  `Another key for it: ${newKey('NUMBER')}`,
]

export const welcome = ({ url, data, log, demo }: Running) =>
  [
    '',
    `API   ${url}`,
    `Docs  ${url}/docs`,
    `Data  ${data}`,
    `Log   ${log}`,
    '',
    ...(demo ? demoLines(demo, url) : storeLines),
    '',
    `Ready after ${process.uptime().toFixed(1)} seconds. Ctrl-C ends everything.`,
    '',
  ].join('\n')
