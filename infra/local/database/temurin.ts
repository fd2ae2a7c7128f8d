/** Downloads a Java runtime of Eclipse Temurin, whose catalog has the address and the checksum of the archive. */

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import * as z from 'zod'
import { createProgress } from '../../admin/progress.ts'

/** The address of the catalog. Only tests set another one. */
const catalog = () => process.env.JAVA_CATALOG || 'https://api.adoptium.net'
/** The longest wait for the reply of the catalog, and for the next bytes of the archive, in milliseconds. */
const catalogTimeout = 20_000
const stallTimeout = 60_000

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Archive = z.object({ link: z.url(), checksum: sha256, size: z.number() })
type Archive = z.output<typeof Archive>
const Catalog = z.array(z.object({ binary: z.object({ package: Archive }) })).min(1)

const systems: Partial<Record<NodeJS.Platform, string>> = { darwin: 'mac', linux: 'linux' }
const architectures: Partial<Record<NodeJS.Architecture, string>> = { arm64: 'aarch64', x64: 'x64' }

/** Downloads the runtime into a directory, and returns the folder in it that contains the unpacked runtime. */
export async function fetchTemurin(version: number, directory: string): Promise<string> {
  const file = join(directory, 'archive')
  await download(await findArchive(version), file)
  const unpacked = join(directory, 'java')
  await unpack(file, unpacked)
  return unpacked
}

async function findArchive(version: number): Promise<Archive> {
  const os = systems[process.platform] ?? process.platform
  const architecture = architectures[process.arch] ?? process.arch
  const query = new URLSearchParams({ os, architecture, image_type: 'jre', vendor: 'eclipse' })
  const url = `${catalog()}/v3/assets/latest/${version}/hotspot?${query}`
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

/** Unpacks the archive without its top folder, which is named after the version. */
async function unpack(file: string, directory: string): Promise<void> {
  mkdirSync(directory)
  await promisify(execFile)('tar', ['-xzf', file, '-C', directory, '--strip-components=1'])
}
