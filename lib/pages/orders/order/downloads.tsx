/** A section of the order screen with the files that the buyer can download. */

import { Badge, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DigitalGood, Order } from '../../../client/index.ts'
import { OutsideLink } from '../../details/outside-link.tsx'
import { Section } from '../../details/section.tsx'
import { Loaded } from '../../placeholders/loaded.tsx'
import { useSession } from '../../session/client.ts'
import { useFormats } from '../../session/formats.ts'
import { useTexts } from '../../session/language.ts'
import { texts } from './texts.ts'

export function Downloads({ order: { token, items } }: { order: Order }) {
  const text = useTexts(texts)
  const { api } = useSession()
  const hasFiles = items.some(({ fileGuid }) => fileGuid)
  const query = useQuery({
    queryKey: ['orders', 'downloads', token],
    queryFn: () => api.orders.digital({ token }),
    enabled: hasFiles,
  })
  if (!hasFiles) return null
  return (
    <Section title={text.downloads}>
      <Loaded query={query}>{goods => <Files goods={goods} />}</Loaded>
    </Section>
  )
}

const Files = ({ goods }: { goods: readonly DigitalGood[] }) => {
  const text = useTexts(texts)
  return (
    <Table aria-label={text.downloads}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text.file}</Table.Th>
          <Table.Th ta="right">{text.downloaded}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {goods.map(good => (
          <File key={good.fileGuid} good={good} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

const day = 24 * 3600 * 1000

function File({ good }: { good: DigitalGood }) {
  const text = useTexts(texts)
  const { date, number } = useFormats()
  const { name, url, downloadedNbrTime, maxNbrDownload, daysUntilExpire, creationDate, isValid } = good
  const expires =
    daysUntilExpire === null ? null : new Date(Date.parse(creationDate) + daysUntilExpire * day).toISOString()
  return (
    <Table.Tr>
      <Table.Td>
        <Stack gap={2} align="flex-start" className="breakable">
          <OutsideLink url={url} label={name} />
          {expires && (
            <Text size="xs" c="dimmed">
              {text.until(date(expires))}
            </Text>
          )}
          {!isValid && <Badge color="gray">{text.ended}</Badge>}
        </Stack>
      </Table.Td>
      <Table.Td ta="right" className="numbers">
        {text.downloadCount(number(downloadedNbrTime), maxNbrDownload === null ? null : number(maxNbrDownload))}
      </Table.Td>
    </Table.Tr>
  )
}
