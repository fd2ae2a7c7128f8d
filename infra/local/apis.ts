/** Which APIs run from this checkout, on whatever data: each leaves a note in one place that all commands know. */

import { mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defaultDirectory } from './directories.ts'
import { type LockOwner, lockOwnerOf } from './directory-lock.ts'

interface RunningApi extends LockOwner {
  directory: string
}

const usual = resolve(defaultDirectory)
const notes = join(usual, 'running')

/** A link to its data, by the number of its process: made in one step, so that nobody reads half a note. */
const noteOf = (pid: number | string) => join(notes, String(pid))

/** To be called by the process that holds the directory; gives what takes the note away again. */
export function noteApi(directory: string): () => void {
  mkdirSync(notes, { recursive: true })
  const note = noteOf(process.pid)
  rmSync(note, { force: true })
  symlinkSync(resolve(directory), note)
  return () => rmSync(note, { force: true })
}

function notedPids(): string[] {
  try {
    return readdirSync(notes)
  } catch {
    return []
  }
}

function target(note: string): string | null {
  try {
    return readlinkSync(note)
  } catch {
    return null
  }
}

/** A crash leaves the note behind: what holds the directory by now is nobody, or another process. */
async function apiOf(pid: string): Promise<RunningApi | null> {
  const directory = target(noteOf(pid))
  const holder = directory ? await lockOwnerOf(directory) : null
  if (directory && holder?.pid === Number(pid)) return { ...holder, directory }
  rmSync(noteOf(pid), { force: true })
  return null
}

async function runningApis(): Promise<RunningApi[]> {
  const found = await Promise.all(notedPids().map(apiOf))
  return found.filter(api => api !== null)
}

/** Whether a command has to be told the directory to get at the API on it. */
export async function hasToBeNamed(directory: string): Promise<boolean> {
  return resolve(directory) !== usual && (await runningApis()).length > 1
}

/** The data of the one API that runs, or else the default. */
export async function directoryInUse(): Promise<string> {
  const apis = await runningApis()
  const [only, ...others] = apis
  if (!only || apis.some(({ directory }) => directory === usual)) return defaultDirectory
  if (others.length > 0) throw new Error(severalOf(apis))
  return only.directory
}

const severalOf = (apis: RunningApi[]) =>
  [
    `Several APIs run, and none of them on the data in ${defaultDirectory}: say which one is meant.`,
    ...apis.map(({ url, directory }) => `  --data ${directory}  (${url ?? 'still starting'})`),
  ].join('\n')
