/** The `store` commands for settings and keys that the API cannot change. Each command has a button that copies it. */

import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import type { Account } from '../../client/index.ts'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

const store = (line: string) => `npm run store -- ${line}`

type CommandName = 'show' | 'features' | 'language' | 'timeZone' | 'mailFrom' | 'gateway' | 'keys' | 'newKey'

/**
 * Returns the commands, with current settings or with examples. The user edits the values in the terminal.
 */
function commandsOf({ account, mode, features, language, timeZone }: Account): Record<CommandName, string> {
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

export function CommandLinesToCopy() {
  const { account } = useSession()
  const lines = Object.entries(commandsOf(account)) as [CommandName, string][]
  return (
    <Stack gap="md">
      {lines.map(([name, line]) => (
        <CommandLine key={name} name={name} line={line} />
      ))}
    </Stack>
  )
}

function CommandLine({ name, line }: { name: CommandName; line: string }) {
  const text = useTexts(texts)
  const title = text.commands[name]
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <CopyButton value={line}>
          {({ copied, copy }) => (
            <Button
              size="compact-xs"
              variant="default"
              miw="fit-content"
              onClick={copy}
              aria-label={`${copied ? text.copied : text.copy}: ${title}`}
            >
              {copied ? text.copied : text.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Code block className="wrapped">
        {line}
      </Code>
    </Stack>
  )
}
