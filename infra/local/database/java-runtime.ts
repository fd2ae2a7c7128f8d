/** Finds Java for DynamoDB Local, or downloads Eclipse Temurin into the user's cache. */

import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream, globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import * as z from 'zod'
import { createProgress } from '../../admin/progress.ts'

const minVersion = 17
/** This version is downloaded, because it has long-term support. */
const fetchedVersion = 21

const systemCache = process.platform === 'darwin' ? 'Library/Caches' : '.cache'
const cache = () => process.env.XDG_CACHE_HOME || join(homedir(), systemCache)
const runtimeDirectory = () => join(cache(), 'store-back-office', `java-${fetchedVersion}`)

/**
 * Returns the major version of Java, such as 17 for `17.0.15` and 8 for `1.8.0`. Returns 0 if the program is missing or
 * not Java.
 */
function versionOf(program: string): number {
  const banner = spawnSync(program, ['-version']).stderr?.toString() ?? ''
  return Number(/version "(?:1\.)?(\d+)/.exec(banner)?.[1] ?? 0)
}

/** Returns the path of the `java` program in a runtime. Runtimes for macOS have an additional folder level. */
const programIn = (directory: string) => globSync(`${directory}/{bin,Contents/Home/bin}/java`)[0] ?? null

/** Returns the installed Java if it is new enough, or else the downloaded Java; null if there is neither. */
export const findJava = (): string | null => (versionOf('java') >= minVersion ? 'java' : programIn(runtimeDirectory()))

const needs = `DynamoDB Local needs Java ${minVersion} or newer, or Docker`
const advice = 'Install one of them, or set DYNAMODB_ENDPOINT to a DynamoDB.'

/** Downloads a Java runtime. If the download fails, the error says what to install. */
export async function fetchJava(): Promise<string> {
  const version = versionOf('java')
  const found = version > 0 ? `Java ${version}, which is too old,` : 'no Java'
  const directory = runtimeDirectory()
  console.error(`This machine has ${found} and no Docker. Fetching a Java runtime once, into ${directory}.`)
  try {
    return await fetchInto(directory)
  } catch (error) {
    const older = version > 0 ? `, and this machine has Java ${version}` : ''
    throw new Error(`The Java runtime could not be fetched: ${reasonOf(error)}.\n${needs}${older}. ${advice}`)
  }
}

/** Returns the message of the innermost cause, because an error of `fetch` itself only says that fetching failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

/** Downloads the runtime into a directory of this process first, because several processes may download it at once. */
async function fetchInto(directory: string): Promise<string> {
  mkdirSync(dirname(directory), { recursive: true })
  const draft = mkdtempSync(`${directory}-`)
  const removeDraft = () => rmSync(draft, { recursive: true, force: true })
  process.once('exit', removeDraft)
  try {
    const archive = join(draft, 'archive')
    await download(await findArchive(), archive)
    const unpacked = join(draft, 'java')
    await unpack(archive, unpacked)
    const program = programIn(unpacked)
    if (!program || versionOf(program) < minVersion) throw new Error('it does not run on this machine')
    return publish(unpacked, directory)
  } finally {
    removeDraft()
    process.off('exit', removeDraft)
  }
}

/**
 * Moves the unpacked runtime to its final directory, unless another process has already created this directory. A
 * directory without the program is replaced, but only after the first attempt: another process may just have created it.
 */
function publish(unpacked: string, directory: string): string {
  try {
    renameSync(unpacked, directory)
  } catch {
    if (!programIn(directory)) {
      rmSync(directory, { recursive: true, force: true })
      renameSync(unpacked, directory)
    }
  }
  return programIn(directory) ?? ''
}

/** The server that lists the downloads of Temurin. Only tests set JAVA_CATALOG. */
const catalog = () => process.env.JAVA_CATALOG || 'https://api.adoptium.net'
/** The longest waits in milliseconds: for the reply of the catalog, and for the next bytes of the archive. */
const catalogTimeout = 20_000
const stallTimeout = 60_000

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Archive = z.object({ link: z.url(), checksum: sha256, size: z.number() })
type Archive = z.output<typeof Archive>
const Catalog = z.array(z.object({ binary: z.object({ package: Archive }) })).min(1)

const systems: Partial<Record<NodeJS.Platform, string>> = { darwin: 'mac', linux: 'linux' }
const architectures: Partial<Record<NodeJS.Architecture, string>> = { arm64: 'aarch64', x64: 'x64' }

async function findArchive(): Promise<Archive> {
  const os = systems[process.platform] ?? process.platform
  const architecture = architectures[process.arch] ?? process.arch
  const query = new URLSearchParams({ os, architecture, image_type: 'jre', vendor: 'eclipse' })
  const url = `${catalog()}/v3/assets/latest/${fetchedVersion}/hotspot?${query}`
  const reply = await request(url, AbortSignal.timeout(catalogTimeout))
  const [found] = Catalog.safeParse(await reply.json()).data ?? []
  if (!found) throw new Error(`${new URL(url).host} has none for ${os} on ${architecture}`)
  return found.binary.package
}

async function request(url: string, signal: AbortSignal): Promise<Response> {
  const reply = await fetch(url, { signal })
  if (!reply.ok) throw new Error(`${new URL(url).host} replied with ${reply.status}`)
  return reply
}

async function download({ link, checksum, size }: Archive, file: string): Promise<void> {
  const stalled = new AbortController()
  const timer = setTimeout(() => stalled.abort(new Error('the download has stopped')), stallTimeout)
  const hash = createHash('sha256')
  const { report, clear } = createProgress(process.stderr)
  const measure = async function* (chunks: AsyncIterable<Uint8Array>) {
    let count = 0
    for await (const chunk of chunks) {
      timer.refresh()
      hash.update(chunk)
      count += chunk.length
      report({ text: `${megabytes(count)} of ${megabytes(size)} MB` })
      yield chunk
    }
  }
  try {
    const { body } = await request(link, stalled.signal)
    if (body) await pipeline(Readable.fromWeb(body), measure, createWriteStream(file))
  } finally {
    clearTimeout(timer)
    clear()
  }
  if (hash.digest('hex') !== checksum) throw new Error('its checksum is wrong')
}

const megabytes = (bytes: number) => Math.round(bytes / 1e6)

/** Leaves out the top folder of the archive, because its name contains the version. */
async function unpack(file: string, directory: string): Promise<void> {
  mkdirSync(directory)
  await promisify(execFile)('tar', ['-xzf', file, '-C', directory, '--strip-components=1'])
}
