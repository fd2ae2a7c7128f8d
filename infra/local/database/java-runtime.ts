/** Finds the Java that runs DynamoDB Local. If there is none, downloads a runtime once, into the user's cache. */

import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fetchTemurin } from './temurin.ts'

const minVersion = 17
/** The version to download, which has long-term support. */
const fetchedVersion = 21

const systemCache = process.platform === 'darwin' ? 'Library/Caches' : '.cache'
const cache = () => process.env.XDG_CACHE_HOME || join(homedir(), systemCache)
const runtimeDirectory = () => join(cache(), 'store-back-office', `java-${fetchedVersion}`)

/** Returns Java's major version, such as 17 for `17.0.15` and 8 for `1.8.0`; 0 if the program is missing or no Java. */
function versionOf(program: string): number {
  const banner = spawnSync(program, ['-version']).stderr?.toString() ?? ''
  return Number(/version "(?:1\.)?(\d+)/.exec(banner)?.[1] ?? 0)
}

/** Returns the Java program of a runtime. A runtime for macOS has it in a deeper folder. */
const programIn = (directory: string) => globSync(`${directory}/{bin,Contents/Home/bin}/java`)[0] ?? null

/** Returns the Java of this machine, or of the runtime that was downloaded earlier; null if there is none. */
export const findJava = (): string | null => (versionOf('java') >= minVersion ? 'java' : programIn(runtimeDirectory()))

const needs = `DynamoDB Local needs Java ${minVersion} or newer, or Docker`
const advice = 'Install one of them, or set DYNAMODB_ENDPOINT to a DynamoDB.'

/** Downloads a runtime for a machine without Java and Docker. If this fails, the error says what to install. */
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

/** The message of an error of `fetch` only says that fetching failed. The error's cause has the reason. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

/** Several processes may download the runtime at once, so each uses its own directory until its runtime is complete. */
async function fetchInto(directory: string): Promise<string> {
  mkdirSync(dirname(directory), { recursive: true })
  const draft = mkdtempSync(`${directory}-`)
  const removeDraft = () => rmSync(draft, { recursive: true, force: true })
  process.once('exit', removeDraft)
  try {
    const unpacked = await fetchTemurin(fetchedVersion, draft)
    const program = programIn(unpacked)
    if (!program || versionOf(program) < minVersion) throw new Error('it does not run on this machine')
    return publish(unpacked, directory)
  } finally {
    removeDraft()
    process.off('exit', removeDraft)
  }
}

/** Moves the runtime to its place, or keeps the runtime of another process that was faster. */
function publish(unpacked: string, directory: string): string {
  if (!programIn(directory)) rmSync(directory, { recursive: true, force: true })
  try {
    renameSync(unpacked, directory)
  } catch (error) {
    if (!programIn(directory)) throw error
  }
  return programIn(directory) ?? ''
}
