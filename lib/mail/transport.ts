/** The type of the functions that send a mail: with SES in AWS, or to a file on a developer's machine. */

export interface Mail {
  from: string
  to: string
  subject: string
  text: string
  html: string
}

export type SendResult =
  /** `sesId` is the id under which SES reports bounces and complaints. */
  | { state: 'accepted'; sesId?: string | undefined }
  /** The mail was certainly not sent. `reason` may quote an address, but `code` does not. */
  | { state: 'rejected'; code: string; reason: string }
  /** The mail may have been sent. */
  | { state: 'unknown'; code: string }

export type Transport = (mail: Mail, id: string) => Promise<SendResult>
