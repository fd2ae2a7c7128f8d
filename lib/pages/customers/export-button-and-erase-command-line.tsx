/** Exports the personal data of a customer as a file, and shows the command that erases this data. */

import { Anchor, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Account, Client, Customer } from '../../client/index.ts'
import { saveFile } from '../app/save-file.ts'
import { Refusal } from '../change/refusal.tsx'
import { Section } from '../details/section.tsx'
import { pagesPath, useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

interface CustomerProps {
  customer: Customer
}

export function ExportButtonAndEraseCommandLine({ customer }: CustomerProps) {
  const { data } = useTexts(texts)
  return (
    <Section title={data.title}>
      <Stack gap="md" align="flex-start">
        <Export customer={customer} />
        <EraseCommandLine customer={customer} />
      </Stack>
    </Section>
  )
}

async function subscriptionsOf(api: Client, customerId: string): Promise<unknown[]> {
  const found = await api.subscriptions.dashboardList.all({ customerId, status: 'all' }).toArray()
  const all: unknown[] = []
  for (const { id, featureVersion: version } of found) {
    const details = await api.subscriptions.dashboardGet({ id, version })
    all.push(version === 'V1' ? { ...details, ...(await api.subscriptions.get({ id })) } : details)
  }
  return all
}

/**
 * Returns a customer with the customer's orders, subscriptions and open carts. The requests are sent one after the
 * other, so that an export does not exhaust the store's rate limit.
 */
async function dataOf(api: Client, { features }: Account, { id }: Customer): Promise<object> {
  const customer = await api.customers.get({ id })
  const { email } = customer
  const orders = await api.customers.orders.all({ id }).toArray()
  const subscriptions = features.includes('subscriptions') ? await subscriptionsOf(api, id) : []
  const carts = features.includes('abandonedCarts') ? await api.carts.list.all({ email }).toArray() : []
  return { exportedOn: new Date().toISOString(), customer, orders, subscriptions, carts }
}

function Export({ customer }: CustomerProps) {
  const { data } = useTexts(texts)
  const { api, account } = useSession()
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: () => dataOf(api, account, customer),
    onSuccess: data => saveFile(`customer-${customer.id}.json`, [JSON.stringify(data, null, 2)], 'application/json'),
  })
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{data.exportHint}</Text>
      <Refusal error={error} />
      {/* The label wraps on phones, where a single line is too wide in French. */}
      <Button
        variant="default"
        loading={isPending}
        onClick={() => mutate()}
        h="auto"
        mih={36}
        py={6}
        styles={{ label: { whiteSpace: 'normal' } }}
      >
        {data.export}
      </Button>
    </Stack>
  )
}

/** Quotes an e-mail address for a shell command. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

function EraseCommandLine({ customer: { email, mode } }: CustomerProps) {
  const { data } = useTexts(texts)
  const { account } = useSession().account
  const command = `npm run store -- customer erase --account ${account} --mode ${mode} --email ${quoted(email)}`
  return (
    <Stack gap="xs" maw="100%">
      <Text size="sm">
        {data.eraseHint}{' '}
        <Anchor href={`${pagesPath}../docs/guides/stores-and-keys`} size="sm" underline="always">
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
