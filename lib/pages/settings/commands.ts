/** The lines of the `store` command that change what the API can only read. */

import type { Account } from '../../client/index.ts'

const store = (line: string) => `npm run store -- ${line}`

export type CommandName = 'show' | 'features' | 'language' | 'timeZone' | 'mailFrom' | 'gateway' | 'keys' | 'newKey'

/** Each line has the values of the store as they are, to be edited after it is pasted. */
export function commandsOf({ account, mode, features, language, timeZone }: Account): Record<CommandName, string> {
  const set = (options: string) => store(`account set --account ${account} ${options}`)
  return {
    show: store(`account show --account ${account}`),
    features: set(`--features ${features.join(',') || '""'}`),
    language: set(`--language ${language}`),
    timeZone: set(`--time-zone ${timeZone}`),
    mailFrom: set('--mail-from "Shop <shop@example.com>"'),
    gateway: set(`--gateway-${mode.toLowerCase()} stripe`),
    keys: store(`key list --account ${account}`),
    newKey: store(`key create --account ${account} --mode ${mode} --name "Reports" --scope read`),
  }
}
