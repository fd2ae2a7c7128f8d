/** Catches mails on one machine: writes each to a file instead of sending it. */

import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { timestamp } from '../core/clock.ts'
import { env } from '../core/env.ts'
import type { Mail, SendResult } from './transport.ts'

export interface CaughtMail extends Mail {
  id: string
  time: string
}

const fileOf = (directory: string, id: string) => join(directory, `${encodeURIComponent(id)}.json`)

export async function catchMail(mail: Mail, id: string): Promise<SendResult> {
  const directory = env.mailDirectory
  if (!directory) return { state: 'rejected', code: 'NoDirectory', reason: 'MAIL_DIR is not set.' }
  try {
    await write(directory, { id, time: timestamp(), ...mail })
    return { state: 'accepted' }
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string }
    return { state: 'rejected', code, reason: message }
  }
}

/** The file appears when it is complete. Like the rest of the data, it is for its owner only. */
async function write(directory: string, mail: CaughtMail): Promise<void> {
  const file = fileOf(directory, mail.id)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await writeFile(`${file}.new`, JSON.stringify(mail), { mode: 0o600 })
  await rename(`${file}.new`, file)
}
