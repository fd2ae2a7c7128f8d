/** What `npm start` prints once the API is running. */

import type { Demo } from './demo/ensure.ts'
import { defaultDirectory, keyFileIn, logIn } from './directories.ts'

interface Running {
  url: string
  /** Where the data is, in words. */
  location: string
  directory: string
  /** The data directory, which the store command needs as an option unless it is the default. */
  data: string
  demo: Demo | null
}

const storeCommand = (command: string, data: string) =>
  `npm run store -- ${command}${data === defaultDirectory ? '' : ` --data ${data}`}`

const createKey = (account: number | string, data: string) =>
  storeCommand(`key create --account ${account} --mode Test`, data)

/** Keys are shown once, except the one in the curl line. */
function demoLines({ account, testKey, liveKey }: Demo, { url, directory, data }: Running): string[] {
  const newKeys = liveKey ? [`  Test key  ${testKey}`, `  Live key  ${liveKey} (shown only once)`] : []
  return [
    `Demo store: account ${account}`,
    ...newKeys,
    `  Create another key: ${createKey(account, data)}`,
    '',
    'Try it:',
    `  curl -u ${testKey}: ${url}/discounts`,
    'For the commands of the guides, paste this line first:',
    `  KEY=$(cat ${keyFileIn(directory)}) API=${url}`,
  ]
}

const storeLines = (data: string) => [
  `Create a store: ${storeCommand('account create --name NAME --currency EUR', data)}`,
  `Create a key:   ${createKey('NUMBER', data)}`,
]

export const welcome = (running: Running) => {
  const { url, location, directory, data, demo } = running
  return [
    '',
    `The API is running at ${url}`,
    '',
    `Docs  ${url}/docs`,
    `Mail  ${url}/mail`,
    `Data  ${location}`,
    `Log   ${logIn(directory)}`,
    '',
    ...(demo ? demoLines(demo, running) : storeLines(data)),
    '',
    `Ready after ${process.uptime().toFixed(1)} seconds. Press Ctrl-C to stop.`,
    '',
  ].join('\n')
}
