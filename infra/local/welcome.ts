/** What `npm start` tells the person who started it. */

import type { Demo } from './demo.ts'
import { defaultDirectory } from './running.ts'

interface Running {
  url: string
  /** Where the data is kept, in words. */
  data: string
  log: string
  /** Where the store command finds this one, and has to be told if it is not the usual place. */
  directory: string
  demo: Demo | null
}

const where = (directory: string) => (directory === defaultDirectory ? '' : ` --data ${directory}`)

const newKey = (account: number | string, directory: string) =>
  `npm run store -- key create --account ${account} --mode Test${where(directory)}`

/** Secrets are shown once; the one in the curl line is the exception. */
function demoLines({ account, testKey, liveKey }: Demo, { url, directory }: Running): string[] {
  const secrets = liveKey ? [`  Test key  ${testKey}`, `  Live key  ${liveKey} (shown this once)`] : []
  return [
    `Demo store: account ${account}`,
    ...secrets,
    `  Another key for it: ${newKey(account, directory)}`,
    '',
    'Try it:',
    `  curl -u ${testKey}: ${url}/discounts`,
  ]
}

const storeLines = (directory: string) => [
  `Open a store:       npm run store -- account create --name NAME --currency EUR${where(directory)}`,
  `Another key for it: ${newKey('NUMBER', directory)}`,
]

export const welcome = (running: Running) => {
  const { url, data, log, demo, directory } = running
  return [
    '',
    `API   ${url}`,
    `Docs  ${url}/docs`,
    `Data  ${data}`,
    `Log   ${log}`,
    '',
    ...(demo ? demoLines(demo, running) : storeLines(directory)),
    '',
    `Ready after ${process.uptime().toFixed(1)} seconds. Ctrl-C ends everything.`,
    '',
  ].join('\n')
}
