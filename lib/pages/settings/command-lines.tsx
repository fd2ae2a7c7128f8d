/** The lines of the `store` command, with buttons that copy them. */

import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useSession } from '../session/api.ts'
import { useTexts } from '../session/language.ts'
import { type CommandName, commandsOf } from './commands.ts'
import { texts } from './texts.ts'

export function Commands() {
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
              aria-label={`${text.copy}: ${title}`}
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
