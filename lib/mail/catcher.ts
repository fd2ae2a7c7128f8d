/** Catches mails on a developer's machine: writes each mail to a file instead of sending it. */

import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { timestamp } from '../core/clock.ts'
import { env } from '../core/env.ts'
import { writePrivateFile } from '../core/private-file.ts'
import type { Mail } from './content.ts'
import type { SendResult } from './deliver.ts'

export interface CaughtMail extends Mail {
  id: string
  time: string
}

const fileOf = (directory: string, id: string) => join(directory, `${encodeURIComponent(id)}.json`)

export async function catchMail(mail: Mail, id: string): Promise<SendResult> {
  const directory = env.mailDirectory
  if (!directory) return { state: 'rejected', code: 'NoDirectory', reason: 'MAIL_DIR is not set.' }
  try {
    const caught: CaughtMail = { id, time: timestamp(), ...mail }
    await writePrivateFile(fileOf(directory, id), JSON.stringify(caught))
    return { state: 'accepted' }
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string }
    return { state: 'rejected', code, reason: message }
  }
}

/**
 * Deletes the files of the mails with these `ids`, including incomplete files that a killed process has left. The name
 * of an incomplete file has a suffix after `.json`.
 */
export async function removeCaughtMails(ids: ReadonlySet<string>): Promise<void> {
  const directory = env.mailDirectory
  if (!directory || ids.size === 0 || !existsSync(directory)) return
  for (const name of await readdir(directory)) {
    const [encodedId = ''] = name.split('.json', 1)
    if (ids.has(decodeURIComponent(encodedId))) await rm(join(directory, name), { force: true })
  }
}
