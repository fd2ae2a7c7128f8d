/**
 * Defines the content of mails, and converts it to plain text. Texts of callers cannot change the structure of a mail.
 */

import type { Language } from '../core/tenant.ts'

export interface Mail {
  from: string
  to: string
  subject: string
  text: string
  html: string
}

export interface MailContent {
  language: Language
  subject: string
  /** The punctuation after a label. In French, a space precedes the colon. */
  colon: string
  greeting: string
  introduction: string
  /** Fields without a value are left out. */
  fields: [label: string, value: string][]
  comment: { label: string; text: string } | null
  closing: string[]
  signature: [regards: string, name: string]
}

const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const invisible = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu

/** Cleans a caller's text of several lines: removes invisible characters, and converts all line breaks to `\n`. */
export const cleanLines = (text: string) => text.replace(lineBreak, '\n').replace(invisible, '').trim()

/** Converts a caller's text to a single line, for a subject, a name or a field. */
export const toOneLine = (text: string) => cleanLines(text).replace(/\s*[\n\t]\s*/g, ' ')

export const contentToText = ({ colon, greeting, introduction, fields, comment, closing, signature }: MailContent) =>
  [
    greeting,
    introduction,
    fields.map(([label, value]) => `${label}${colon} ${value}`).join('\n'),
    ...(comment ? [`${comment.label}${colon}\n${comment.text}`] : []),
    ...closing,
    signature.join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
