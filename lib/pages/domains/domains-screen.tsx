/** The screen of the domains on which the checkout of the store works. */

import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Domain } from '../../client/index.ts'
import { ScreenWithTitle } from '../app/screen-with-title.tsx'
import { ConfirmButton } from '../change/confirm-button.tsx'
import { Loaded } from '../placeholders/loaded.tsx'
import { Message } from '../placeholders/message.tsx'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { AddDomainForm } from './add-form.tsx'
import { useDisallow, useSetDefault } from './changes.ts'
import { type Domains, domainsQuery, urlOf } from './queries.ts'
import { texts } from './texts.ts'

export function DomainsScreen() {
  const text = useTexts(texts)
  const { api, canChange } = useSession()
  const query = useQuery(domainsQuery(api))
  return (
    <ScreenWithTitle title={text.title}>
      <Loaded query={query}>
        {domains => (
          <Stack gap="lg" maw={760}>
            <Text c="dimmed" size="sm">
              {text.explanation}
            </Text>
            {domains.defaultDomain || domains.others.length > 0 ? (
              <DomainTable domains={domains} />
            ) : (
              <Message title={text.none} />
            )}
            {canChange && <AddDomainForm />}
          </Stack>
        )}
      </Loaded>
    </ScreenWithTitle>
  )
}

interface DomainsProps {
  domains: Domains
}

function DomainTable({ domains }: DomainsProps) {
  const text = useTexts(texts)
  const { defaultDomain, others } = domains
  const setDefault = useSetDefault()
  const { unfinished } = setDefault
  return (
    <Table aria-label={text.title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text.domain}</Table.Th>
          <Table.Th>{text.actions}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {defaultDomain && (
          <Table.Tr>
            <Table.Td fw={600} className="wrapped">
              {urlOf(defaultDomain)}
            </Table.Td>
            <Table.Td>
              <Group gap="xs">
                <Badge color="green">{text.default}</Badge>
                {unfinished?.domain === defaultDomain.domain && (
                  <MakeDefaultButton domain={unfinished} setDefault={setDefault} />
                )}
              </Group>
            </Table.Td>
          </Table.Tr>
        )}
        {others.map(domain => (
          <Table.Tr key={domain.domain}>
            <Table.Td className="wrapped">{urlOf(domain)}</Table.Td>
            <Table.Td>
              <Actions domain={domain} setDefault={setDefault} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface ActionProps {
  domain: Domain
  /** The whole table has one change, which continues after the row of the new default domain has moved. */
  setDefault: ReturnType<typeof useSetDefault>
}

function MakeDefaultButton({ domain, setDefault: { run, isPending, unfinished } }: ActionProps) {
  const text = useTexts(texts)
  const isWanted = unfinished?.domain === domain.domain
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${text.makeDefault}: ${domain.domain}`}
      loading={isPending && isWanted}
      disabled={isPending && !isWanted}
      onClick={() => run(domain)}
    >
      {text.makeDefault}
    </Button>
  )
}

function Actions({ domain, setDefault }: ActionProps) {
  const text = useTexts(texts)
  const { canChange } = useSession()
  const disallow = useDisallow()
  if (!canChange) return null
  return (
    <Group gap="xs">
      <MakeDefaultButton domain={domain} setDefault={setDefault} />
      <ConfirmButton
        size="compact-sm"
        label={text.remove}
        aria-label={`${text.remove}: ${domain.domain}`}
        title={text.removeTitle(domain.domain)}
        sentences={text.removeSentences(domain.domain)}
        isPending={disallow.isPending}
        onConfirm={() => disallow.run(domain)}
      />
    </Group>
  )
}
