/** The content of a mail, and its form as plain text. */

import type { Language } from '../core/tenant.ts'

export interface MailContent {
  language: Language
  subject: string
  /** After a label; in French with a space. */
  colon: string
  greeting: string
  introduction: string
  /** Fields without a value are left out. */
  fields: [label: string, value: string][]
  comment: { label: string; text: string } | null
  closing: string[]
  signature: [regards: string, name: string]
}

export const toText = ({ colon, greeting, introduction, fields, comment, closing, signature }: MailContent) =>
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
