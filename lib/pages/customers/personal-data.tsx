/** Exports the data of a customer, and says how it is erased. */

import { Anchor, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Customer } from '../../client/index.ts'
import { saveFile } from '../app/save-file.ts'
import { Refusal } from '../change/refusal.tsx'
import { Section } from '../details/section.tsx'
import { basePath, useSession } from '../session/api.ts'
import { useTexts } from '../session/language.ts'
import { dataOf } from './export.ts'
import { texts } from './texts.ts'

interface PersonalDataProps {
  customer: Customer
}

export function PersonalData({ customer }: PersonalDataProps) {
  const { data } = useTexts(texts)
  return (
    <Section title={data.title}>
      <Stack gap="md" align="flex-start">
        <Export customer={customer} />
        <Erasure customer={customer} />
      </Stack>
    </Section>
  )
}

function Export({ customer }: PersonalDataProps) {
  const { data } = useTexts(texts)
  const { api, account } = useSession()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => dataOf(api, account, customer),
    onSuccess: data => saveFile(`customer-${customer.id}.json`, [JSON.stringify(data, null, 2)], 'application/json'),
  })
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{data.exportHint}</Text>
      <Refusal error={error} />
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        {data.export}
      </Button>
    </Stack>
  )
}

/** The address is quoted for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

function Erasure({ customer: { email, mode } }: PersonalDataProps) {
  const { data } = useTexts(texts)
  const { account } = useSession().account
  const command = `npm run store -- customer erase --account ${account} --mode ${mode} --email ${quoted(email)}`
  return (
    <Stack gap="xs" maw="100%">
      <Text size="sm">
        {data.eraseHint}{' '}
        <Anchor href={`${basePath}../docs/guides/stores-and-keys`} size="sm" underline="always">
          {data.guide}
        </Anchor>
      </Text>
      <Group gap="xs">
        <Code className="breakable">{command}</Code>
        <CopyButton value={command}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? data.copied : data.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}
