/** `npm start` runs the whole API on this machine, from the database to the documentation. */

import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { env } from '../../lib/core/env.ts'
import { removeAbandonedDrafts } from '../../lib/core/private-file.ts'
import { errorMessageOrStack } from '../error-text.ts'
import {
  createDataDirectory,
  defaultDataDirectory,
  findOrCreateAccessKey,
  pathsIn,
  requireDiskSpace,
} from './data-directory.ts'
import { createTable } from './database/create-table.ts'
import { startDatabase } from './database/database.ts'
import type { Demo } from './demo/ensure-demo-store.ts'
import { lambdaEnvironment } from './environment-variables.ts'
import { createInvoke, loadHandlersFrom } from './lambda.ts'
import { host, requireFreePort } from './ports.ts'
import { rotateLog, startAndRestartOnChange, startApi } from './process/api-process.ts'
import { lockDirectory } from './process/directory-lock.ts'
import { nameTemporaryDirectory, removeAbandonedDirectories } from './temporary-directories.ts'

interface StartOptions {
  port: number
  /** The data directory. Other commands find the address of the running API in this directory. */
  data: string
  memory?: boolean
  demo: boolean
  watch?: boolean
  built?: boolean
}

function portNumber(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new InvalidArgumentError('It must be a number from 0 to 65535.')
}

function directoryName(text: string): string {
  if (text !== '') return text
  throw new InvalidArgumentError('It must name a directory.')
}

/** If the options are invalid or contain `--help`, Commander prints a text and ends the process. */
const parseOptions = () =>
  new Command('npm start --')
    .description('Runs the whole API on this machine.')
    .option('--port <number>', 'port of the API; 0 picks a free port', portNumber, 3000)
    .option('--data <dir>', 'data directory', directoryName, defaultDataDirectory)
    .option('--memory', 'keep the data in memory only')
    .option('--no-demo', 'do not create the demo store')
    .option('--watch', 'restart the API when a source file changes')
    .option('--built', 'build and serve the bundles that would be deployed')
    .showHelpAfterError()
    .parse()
    .opts<StartOptions>()

const print = (line: string) => console.log(line)

/** When the process stops, it runs these functions, starting with the function that was added last. */
const cleanups: (() => Promise<void> | void)[] = []
let isStopping = false

async function stop(exitCode: number): Promise<void> {
  isStopping = true
  for (const cleanup of cleanups.reverse())
    try {
      await cleanup()
    } catch (error) {
      console.error(errorMessageOrStack(error))
    }
  process.exit(exitCode)
}

/**
 * Signals within this many milliseconds count as one, because Ctrl-C can send two: one from the terminal, one from npm.
 */
const sameSignal = 500
let firstSignalAt: number | undefined

/**
 * The first signal runs the cleanups. A second signal ends the process at once, and the database then stops by itself.
 */
function onSignal(): void {
  firstSignalAt ??= Date.now()
  if (!isStopping) void stop(0)
  else if (Date.now() > firstSignalAt + sameSignal) process.exit(1)
}

function failUnlessStopping(message: string): void {
  if (isStopping) return
  console.error(message)
  void stop(1)
}

/** With `--memory`, files such as logs are in a temporary directory, which is removed when the process stops. */
function temporaryDirectory(): string {
  removeAbandonedDirectories()
  const directory = nameTemporaryDirectory('memory')
  mkdirSync(directory, { mode: 0o700 })
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Removes the incomplete files that remain if a process is killed while it writes them. */
async function removeDrafts(directory: string): Promise<void> {
  const { mail, checkoutQueue, deadLetters, gatewayKeys, eventSecrets } = pathsIn(directory)
  for (const folder of [mail, checkoutQueue, deadLetters, gatewayKeys, eventSecrets])
    await removeAbandonedDrafts(folder)
}

async function openDatabase({ data, memory }: StartOptions, directory: string) {
  const isExternal = env.dynamodbEndpoint !== undefined
  if (!isExternal) print('Starting the database.')
  const { endpoint, stop, ended } = await startDatabase(memory ? null : pathsIn(data).database)
  cleanups.push(stop)
  ended.then(() => failUnlessStopping('The database has stopped.'))
  const location = memory ? 'in memory, lost at the end' : `in ${data}`
  if (isExternal) return { endpoint, accessKey: env.dynamodbAccessKey, location: `at ${endpoint}` }
  return { endpoint, accessKey: findOrCreateAccessKey(directory), location }
}

/**
 * The demo module connects to the database when it is imported, so it is imported after the environment variables are
 * set.
 */
async function createDemo(directory: string) {
  const { ensureDemoStore } = await import('./demo/ensure-demo-store.ts')
  return ensureDemoStore(directory, print)
}

async function startFillingDemo(directory: string, built: boolean): Promise<void> {
  const { readDemoCreationDate, startFillingDemoStore } = await import('./demo/start-filling-demo-store.ts')
  const { demoEvents } = await import('./demo/events.ts')
  const invoke = createInvoke(loadHandlersFrom(built ? 'bundle' : 'source'))
  cleanups.push(
    startFillingDemoStore({ directory, events: demoEvents(readDemoCreationDate(directory)), invoke, print }),
  )
}

interface Running {
  url: string
  /** A phrase that says where the data is, such as `in .local`. */
  location: string
  directory: string
  /** The data directory. `store` commands need this directory as an option, unless it is the default directory. */
  data: string
  demo: Demo | null
}

const storeCommand = (command: string, data: string) =>
  `npm run store -- ${command}${data === defaultDataDirectory ? '' : ` --data ${data}`}`

const createKey = (account: number | string, data: string) =>
  storeCommand(`key create --account ${account} --mode Test`, data)

/**
 * Returns the lines about the demo store. The keys are listed only in the run that creates them, but the example with
 * curl always contains the test key.
 */
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
    `  KEY=$(cat ${pathsIn(directory).demoKey}) API=${url}`,
  ]
}

const storeLines = (data: string) => [
  `Create a store: ${storeCommand('account create --name NAME --currency EUR', data)}`,
  `Create a key:   ${createKey('NUMBER', data)}`,
]

/**
 * Returns the text that is printed after the start. The link to the pages signs in with the key of the demo store. The
 * key is in the fragment, because browsers do not send fragments to the server.
 */
const welcome = (running: Running) => {
  const { url, location, directory, data, demo } = running
  return [
    '',
    `The API is running at ${url}`,
    '',
    `Pages ${url}/admin${demo ? `#key=${demo.testKey}` : ''}`,
    `Docs  ${url}/docs`,
    `Mail  ${url}/mail`,
    `Data  ${location}`,
    `Log   ${pathsIn(directory).log}`,
    '',
    ...(demo ? demoLines(demo, running) : storeLines(data)),
    '',
    `Ready after ${process.uptime().toFixed(1)} seconds. Press Ctrl-C to stop.`,
    '',
  ].join('\n')
}

async function start(options: StartOptions): Promise<void> {
  createDataDirectory(options.data)
  for (const directory of [options.data, tmpdir()]) requireDiskSpace(directory)
  const { publish, release } = await lockDirectory(options.data)
  cleanups.push(release)
  const port = await requireFreePort(options.port)
  const directory = options.memory ? temporaryDirectory() : options.data
  rotateLog(directory)
  await removeDrafts(directory)
  const { endpoint, accessKey, location } = await openDatabase(options, directory)
  const url = `http://${host}:${port}`
  const table = { endpoint, accessKey, table: env.tableName, directory: resolve(directory), url }
  Object.assign(process.env, lambdaEnvironment(table))
  await createTable(endpoint, table.table)
  const onCrash = () => failUnlessStopping('The API has stopped.')
  const { built = false, watch } = options
  const settings = { port, directory, built, print, onCrash }
  print(built ? 'Building the bundles and starting the API.' : 'Starting the API.')
  const starting = (watch ? startAndRestartOnChange : startApi)(settings)
  const [api, demo] = await Promise.all([starting, options.demo ? createDemo(directory) : null])
  cleanups.push(api.stop)
  publish(table)
  print(welcome({ url, location, directory, data: options.data, demo }))
  if (demo) await startFillingDemo(directory, built)
}

const options = parseOptions()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal)
process.on('uncaughtException', error => failUnlessStopping(errorMessageOrStack(error)))
await start(options).catch(error => failUnlessStopping(errorMessageOrStack(error)))
